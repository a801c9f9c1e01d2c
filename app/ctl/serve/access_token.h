// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/result.h"

#include <string>
#include <string_view>

namespace lockkeeper::ctl {

/// The token that clients of `lockctl serve` must show, or none. Keeps only a hash. Safe to share
/// between threads.
class AccessToken {
public:
    /// Everybody may look.
    AccessToken() = default;
    /// InvalidArgument unless it has 16 to 512 characters that isToken68().
    [[nodiscard]] static Result<AccessToken> of(std::string_view token);
    /// From that private file, else LOCKKEEPER_SERVE_TOKEN, else none. Ignores the file's last line
    /// end. Errors: those of of() and readPrivateFile(); InvalidArgument if there are both. Blocks
    /// for the disk.
    [[nodiscard]] static Result<AccessToken> read(const std::string& file);

    [[nodiscard]] bool isNeeded() const noexcept { return !m_hash.empty(); }
    /// True if an `Authorization` header shows the token, or none is needed. Takes constant time.
    [[nodiscard]] bool allows(std::string_view authorization) const;
    /// Takes constant time.
    [[nodiscard]] bool is(std::string_view shown) const;

private:
    std::string m_hash;
};

} // namespace lockkeeper::ctl
