// SPDX-License-Identifier: Apache-2.0
#include "errors.hpp"

#include <nanobind/stl/string.h>

#include "perpend/core/error.hpp"

namespace nb = nanobind;

namespace perpend::python {
namespace {

void raise(const char* type, const nb::tuple& arguments) {
  const nb::object error = nb::module_::import_("perpend.errors").attr(type);
  PyErr_SetObject(error.ptr(), nb::object(error(*arguments)).ptr());
}

}  // namespace

nb::list packed(const Diagnostics& diagnostics) {
  nb::list list;
  for (const Diagnostic& each : diagnostics) {
    nb::dict entry;
    entry["file"] = each.file;
    entry["line"] = each.line;
    entry["element"] = each.element;
    entry["message"] = each.message;
    entry["hint"] = each.hint;
    entry["is_note"] = each.is_note;
    list.append(entry);
  }
  return list;
}

namespace {

void translate(const std::exception_ptr& error, void*) {
  try {
    std::rethrow_exception(error);
  } catch (const InputError& e) {
    raise("InputError", nb::make_tuple(e.what(), packed(e.diagnostics())));
  } catch (const InvalidArgument& e) {
    raise("InvalidArgument", nb::make_tuple(e.what(), e.argument(), e.value()));
  }
}

}  // namespace

void register_errors() {
  nb::register_exception_translator(translate);
}

}  // namespace perpend::python
