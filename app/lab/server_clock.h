// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/result.h"

#include <chrono>
#include <filesystem>
#include <string>
#include <vector>

namespace lockkeeper::lab {

/// The wall clock of one redis-server of ours, which can be set: the server is started with
/// environment(). A value.
class ServerClock {
public:
    /// Makes the files that the server needs in `directory`, for a server of this name. System if
    /// that fails.
    [[nodiscard]] static Result<ServerClock> make(
        const std::filesystem::path& directory, const std::string& name);

    [[nodiscard]] std::vector<std::string> environment() const;
    /// Sets it ahead of the right time. System if that fails.
    [[nodiscard]] Result<void> setAhead(std::chrono::milliseconds ahead) const;

private:
    ServerClock(std::filesystem::path shim, std::filesystem::path advance)
        : m_shim(std::move(shim))
        , m_advance(std::move(advance))
    { }
    std::filesystem::path m_shim; ///< a library that the server loads
    std::filesystem::path m_advance; ///< what that reads
};

} // namespace lockkeeper::lab
