// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/files/unique_fd.h"
#include "core/result.h"

#include <cstdint>
#include <string>
#include <string_view>

namespace lockkeeper::ctl {

/// Where `lockctl serve` listens. A value.
struct ListenAddress {
    std::string host; ///< an IPv4 or IPv6 address, without brackets
    std::uint16_t port = 0; ///< 0: any that is free
    bool isLoopback = false; ///< only programs of this host can connect

    /// Parses `127.0.0.1:7737`, `[::1]:7737` or `localhost:7737`. InvalidArgument for anything
    /// else, names of hosts included.
    [[nodiscard]] static Result<ListenAddress> parse(std::string_view text);
};

/// A socket that listens there; accepting never blocks. InvalidArgument or System if that fails,
/// for example because the port is taken.
[[nodiscard]] Result<UniqueFd> listenOn(const ListenAddress& address);

/// The URL of a socket of listenOn(), with the port that it got.
[[nodiscard]] std::string urlOfListener(int socket);

} // namespace lockkeeper::ctl
