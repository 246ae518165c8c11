// SPDX-License-Identifier: Apache-2.0
#include "errors.hpp"

#include <nanobind/stl/string.h>

#include "perpend/core/error.hpp"

namespace nb = nanobind;

namespace perpend::python {
namespace {

// Returns a string for Python; bytes that are no UTF-8, as a file may have them, are replaced.
nb::object text(const std::string& bytes) {
  return nb::steal(
      PyUnicode_DecodeUTF8(bytes.data(), static_cast<Py_ssize_t>(bytes.size()), "replace"));
}

void raise(const char* type, const nb::tuple& arguments) {
  const nb::object error = nb::module_::import_("perpend.errors").attr(type);
  PyErr_SetObject(error.ptr(), nb::object(error(*arguments)).ptr());
}

}  // namespace

nb::list packed(const Diagnostics& diagnostics) {
  nb::list list;
  for (const Diagnostic& each : diagnostics) {
    nb::dict entry;
    entry["file"] = text(each.file);
    entry["line"] = each.line;
    entry["element"] = text(each.element);
    entry["message"] = text(each.message);
    entry["hint"] = text(each.hint);
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
    raise("InputError", nb::make_tuple(text(e.what()), packed(e.diagnostics())));
  } catch (const InvalidArgument& e) {
    raise("InvalidArgument", nb::make_tuple(text(e.what()), text(e.argument()), text(e.value())));
  }
}

}  // namespace

void register_errors() {
  nb::register_exception_translator(translate);
}

}  // namespace perpend::python
