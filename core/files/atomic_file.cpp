// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#include "core/files/atomic_file.h"

#include "core/files/unique_fd.h"
#include "core/files/write_all.h"

#include <cstdlib>
#include <fcntl.h>
#include <sys/stat.h>
#include <system_error>

namespace lockkeeper {
namespace {

bool writeAndRename(
    UniqueFd file, const char* from, const char* to, std::string_view bytes, ::mode_t mode)
{
    return writeAll(file.get(), bytes) && ::fchmod(file.get(), mode) == 0
        && ::fsync(file.get()) == 0 && ::rename(from, to) == 0;
}

tl::unexpected<Error> failure(int code)
{
    return fail(ErrorClass::System, std::generic_category().message(code));
}

} // namespace

Result<void> replaceFile(const std::filesystem::path& path, std::string_view bytes, ::mode_t mode)
{
    // 0600. The random ending hides it from programs that collect files by ending.
    std::string name = path.string() + ".XXXXXX";
    UniqueFd file(::mkostemp(name.data(), O_CLOEXEC));
    if (!file.isOpen())
        return failure(errno);
    if (writeAndRename(std::move(file), name.c_str(), path.c_str(), bytes, mode))
        return {};
    const int code = errno;
    ::unlink(name.c_str());
    return failure(code);
}

} // namespace lockkeeper
