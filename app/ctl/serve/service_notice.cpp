// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/ctl/serve/service_notice.h"

#include "core/files/unique_fd.h"

#include <cstddef>
#include <cstdlib>
#include <string_view>
#include <sys/socket.h>
#include <sys/un.h>

namespace lockkeeper::ctl {

void notifyService(std::string_view state) noexcept
{
    // NOLINTNEXTLINE(concurrency-mt-unsafe): nothing changes the environment
    const char* variable = std::getenv("NOTIFY_SOCKET");
    const std::string_view path(variable != nullptr ? variable : "");
    ::sockaddr_un address{};
    address.sun_family = AF_UNIX;
    if ((!path.starts_with('/') && !path.starts_with('@'))
        || path.size() >= sizeof address.sun_path)
        return;
    path.copy(address.sun_path, path.size());
    if (path.front() == '@')
        address.sun_path[0] = '\0'; // an abstract name
    const UniqueFd socket(::socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0));
    const auto length = static_cast<::socklen_t>(offsetof(::sockaddr_un, sun_path) + path.size());
    [[maybe_unused]] const auto sent = ::sendto(socket.get(), state.data(), state.size(),
        MSG_DONTWAIT | MSG_NOSIGNAL, reinterpret_cast<const ::sockaddr*>(&address), length);
}

} // namespace lockkeeper::ctl
