# SPDX-License-Identifier: GPL-2.0-only
"""Sphinx: the book is built by `make docs`, with the kernel's own kernel-doc extension."""
import os
import re
import sys

sys.path.insert(0, os.path.join(os.environ['srctree'], 'Documentation/sphinx'))

project = 'ib-core'
copyright = 'GPL-2.0-only'
extensions = ['automarkup', 'kerneldoc']
kerneldoc_bin = os.path.join(os.environ['srctree'], 'scripts/kernel-doc')
kerneldoc_srctree = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
primary_domain = 'c'
highlight_language = 'none'
html_theme = 'alabaster'
html_theme_options = {'description': 'An RDMA core for Linux 7.3', 'page_width': '1000px', 'sidebar_width': '240px'}
html_show_copyright = False
html_copy_source = False
c_id_attributes = ['__must_check', '__rcu', '__iomem', '__always_inline', '__force', '__user', 'EXPORT_SYMBOL']
nitpicky = False


def open_lists(text):
    """A list in a comment of ours follows its sentence; reStructuredText wants an empty line between them."""
    return re.sub(r'(?m)(?<=\S)\n(?=[ \t]*\* \S)', '\n\n', text)


def setup(app):
    from kdoc import kdoc_output
    plain = kdoc_output.RestFormat.msg
    kdoc_output.RestFormat.msg = lambda self, *args: open_lists(plain(self, *args))
