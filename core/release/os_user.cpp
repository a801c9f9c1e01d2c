// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#include "core/release/os_user.h"

#include <array>
#include <pwd.h>
#include <unistd.h>

namespace lockkeeper::release {

std::string osUser()
{
    std::array<char, 4096> buffer{};
    struct ::passwd entry { };
    struct ::passwd* found = nullptr;
    if (::getpwuid_r(::geteuid(), &entry, buffer.data(), buffer.size(), &found) == 0
        && found != nullptr)
        return found->pw_name;
    return std::to_string(::geteuid());
}

std::string hostName()
{
    std::array<char, 256> name{};
    if (::gethostname(name.data(), name.size() - 1) != 0)
        return "unknown";
    return name.data();
}

} // namespace lockkeeper::release
