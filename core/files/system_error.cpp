// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#include "core/files/system_error.h"

#include "core/text/translate.h"

#include <absl/strings/substitute.h>

namespace lockkeeper {

// Frequent ones, for translation.
[[maybe_unused]] constexpr const char* kSystemTexts[] = {
    trNoop("Address already in use", "data"),
    trNoop("Broken pipe", "data"),
    trNoop("Cannot allocate memory", "data"),
    trNoop("Connection refused", "data"),
    trNoop("Connection reset by peer", "data"),
    trNoop("Connection timed out", "data"),
    trNoop("Disk quota exceeded", "data"),
    trNoop("File exists", "data"),
    trNoop("File name too long", "data"),
    trNoop("Input/output error", "data"),
    trNoop("Is a directory", "data"),
    trNoop("Name or service not known", "data"),
    trNoop("Network is unreachable", "data"),
    trNoop("No address associated with hostname", "data"),
    trNoop("No route to host", "data"),
    trNoop("No space left on device", "data"),
    trNoop("No such file or directory", "data"),
    trNoop("Not a directory", "data"),
    trNoop("Operation not permitted", "data"),
    trNoop("Permission denied", "data"),
    trNoop("Read-only file system", "data"),
    trNoop("Resource temporarily unavailable", "data"),
    trNoop("Temporary failure in name resolution", "data"),
    trNoop("Text file busy", "data"),
    trNoop("Too many open files", "data"),
};

tl::unexpected<Error> systemError(std::string what, int code, ErrorClass kind)
{
    return fail(kind, what.append(": ").append(std::generic_category().message(code)));
}

tl::unexpected<Error> noThreadError(const std::system_error& error)
{
    return fail(ErrorClass::System,
        absl::Substitute(trNoop("the system has no thread to give: $0", "data"), error.what()));
}

} // namespace lockkeeper
