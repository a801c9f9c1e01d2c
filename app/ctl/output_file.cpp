// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/ctl/output_file.h"

#include "app/ctl/console.h"
#include "core/text/display_safe.h"

#include <cerrno>
#include <cstdlib>
#include <fcntl.h>
#include <sys/stat.h>
#include <system_error>
#include <unistd.h>

namespace lockkeeper::ctl {
namespace {

bool writeAll(int descriptor, std::string_view text)
{
    while (!text.empty()) {
        const ::ssize_t written = ::write(descriptor, text.data(), text.size());
        if (written < 0 && errno == EINTR)
            continue;
        if (written < 0)
            return false;
        text.remove_prefix(static_cast<std::size_t>(written));
    }
    return true;
}

bool fill(int descriptor, std::string_view text, OutputSecrecy secrecy)
{
    return writeAll(descriptor, text)
        && (secrecy == OutputSecrecy::Private || ::fchmod(descriptor, 0644) == 0)
        && ::fsync(descriptor) == 0;
}

tl::unexpected<Error> failure(const std::string& path)
{
    const std::string reason = std::generic_category().message(errno);
    return fail(ErrorClass::System, "can't write " + displaySafe(path, 1024) + ": " + reason);
}

} // namespace

Result<void> replaceOutputFile(
    const std::string& path, std::string_view text, OutputSecrecy secrecy)
{
    // mkostemp() makes a file 0600 that nobody else can have put there. The collector takes no file
    // that does not end in .prom.
    std::string temporary = path + ".XXXXXX";
    const int descriptor = ::mkostemp(temporary.data(), O_CLOEXEC);
    if (descriptor < 0)
        return failure(path);
    const bool isFilled = fill(descriptor, text, secrecy);
    const int reason = errno;
    ::close(descriptor);
    if (isFilled && ::rename(temporary.c_str(), path.c_str()) == 0)
        return {};
    if (!isFilled)
        errno = reason;
    auto failed = failure(path);
    ::unlink(temporary.c_str());
    return failed;
}

Result<void> output(const std::string& path, std::string_view text, OutputSecrecy secrecy)
{
    if (!path.empty())
        return replaceOutputFile(path, text, secrecy);
    print(text);
    return {};
}

} // namespace lockkeeper::ctl
