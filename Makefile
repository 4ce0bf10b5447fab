# SPDX-License-Identifier: GPL-2.0-only
#
# What a person types. Kbuild reads Kbuild, not this file.
FLAVOUR ?= fast
ULP ?= nvmf
PATIENCE ?= 1
export KDIR JOBS
tools := tools

.PHONY: help demo test test-sanitize kunit build overlay kernel check coverage bench consumers ulps wire samples docs borrowed roster apply clean

help: ## this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "make %-14s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

demo: ## move a file over RDMA in a guest [FILE=path] [ULP=nvmf|iser] [FLAVOUR=fast|sanitize]
	@$(tools)/setup build guest
	@$(tools)/demo --check --file "$(FILE)" --ulp "$(ULP)"
	@$(MAKE) --no-print-directory build
	@$(tools)/demo --file "$(FILE)" --ulp "$(ULP)" --flavour "$(FLAVOUR)"

test: ## gates, every KUnit suite, the demo for both ULPs
	@$(tools)/setup build guest check docs
	@$(tools)/test fast

test-sanitize: ## KUnit, both ULPs and 20 module loads under KASAN, lockdep, kmemleak, ...
	@$(tools)/setup build guest
	@$(tools)/test sanitize

kunit: ## KUnit suites in a guest [SUITE=glob] [CASE=glob] [FLAVOUR=fast|sanitize]
	@$(tools)/setup build guest
	@$(MAKE) --no-print-directory build
	@$(tools)/kunit --flavour "$(FLAVOUR)" --suite "$(SUITE)" --case "$(CASE)"

build: overlay ## kernel and modules [FLAVOUR=fast|sanitize]
	@$(tools)/build "$(FLAVOUR)"

overlay: kernel ## lay this checkout over the kernel tree
	@$(tools)/overlay

kernel: ## get the kernel's source [KDIR=path to a tree of your own]
	@$(tools)/setup build
	@$(tools)/kernel

check: ## the gates: W=1, sparse, clang, kernel-doc, checkpatch, originality, rooms
	@$(tools)/setup build check
	@$(MAKE) --no-print-directory build
	@$(tools)/check

coverage: ## which lines of core/ run under KUnit and the demos; the others are argued
	@$(tools)/setup build guest
	@$(MAKE) --no-print-directory build FLAVOUR=coverage
	@$(tools)/coverage

bench: ## guest instructions of the kernel's own core and ours [ROWS=part of a row's name]
	@$(tools)/setup build guest
	@$(MAKE) --no-print-directory build FLAVOUR=fast
	@$(tools)/build stock
	@$(tools)/bench --rows "$(ROWS)"

consumers: ## the kernel's own RDMA drivers and protocols: do all of them build, link and load on our core
	@$(tools)/setup build guest
	@$(MAKE) --no-print-directory build FLAVOUR=consumers
	@$(tools)/consumers

ulps: ## every ULP and rdma-core's programs, on the kernel's own core and ours [TESTS=name,...]
	@$(tools)/setup build guest ulps
	@$(MAKE) --no-print-directory build FLAVOUR=fast
	@$(tools)/build stock
	@$(tools)/ulps --tests "$(TESTS)" --patience "$(PATIENCE)"

wire: ## the same in two guests, one core at each end, both ways round [TESTS=name,...]
	@$(tools)/setup build guest ulps
	@$(MAKE) --no-print-directory build FLAVOUR=fast
	@$(tools)/build stock
	@$(tools)/ulps --wire --tests "$(TESTS)" --patience "$(PATIENCE)"

samples: ## the worked examples of the book, run in a guest [FLAVOUR=fast|sanitize]
	@$(tools)/setup build guest
	@$(MAKE) --no-print-directory build
	@$(tools)/samples "$(FLAVOUR)"

docs: kernel ## the book, as HTML
	@$(tools)/setup docs
	@$(tools)/docs

borrowed: ## the kernel's own objects that are still linked
	@$(tools)/borrowed

roster: kernel ## the functions of the manual: file, KUnit cases, ours or borrowed
	@$(tools)/roster

apply: ## copy the files into a kernel tree and build its RDMA stack there, KDIR=path
	@$(tools)/apply

clean: ## remove the overlay and its builds; the kernel's source stays
	@$(tools)/clean
