# SPDX-License-Identifier: GPL-2.0-only
"""Test results as JUnit XML."""
import os
import xml.etree.ElementTree as xml


def write(path, name, cases):
    """cases: (suite, case, status, log); status SUCCESS, SKIPPED or what went wrong."""
    failed = sum(status not in ('SUCCESS', 'SKIPPED') for _, _, status, _ in cases)
    skipped = sum(status == 'SKIPPED' for _, _, status, _ in cases)
    top = xml.Element('testsuite', name=name, tests=str(len(cases)), failures=str(failed), skipped=str(skipped))
    for suite, case, status, log in cases:
        node = xml.SubElement(top, 'testcase', classname=suite, name=case)
        clean = ''.join(c for c in log if c >= ' ' or c in '\t\n')
        if status == 'SKIPPED':
            xml.SubElement(node, 'skipped')
        elif status != 'SUCCESS':
            xml.SubElement(node, 'failure', message=status).text = clean
    os.makedirs(os.path.dirname(os.path.abspath(path)), exist_ok=True)
    xml.ElementTree(top).write(path, encoding='utf-8', xml_declaration=True)
