// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cerrno>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <system_error>

namespace lockkeeper::tests {

/// A temporary directory that only this user can enter. The destructor removes it with its
/// contents. The constructor throws std::system_error.
class PrivateDirectory {
public:
    PrivateDirectory()
    {
        std::string name = std::filesystem::temp_directory_path() / "lockkeeper-test-XXXXXX";
        if (::mkdtemp(name.data()) == nullptr)
            throw std::system_error(errno, std::generic_category(), "can't make " + name);
        m_path = name;
    }
    ~PrivateDirectory()
    {
        std::error_code ignored;
        std::filesystem::remove_all(m_path, ignored);
    }
    PrivateDirectory(const PrivateDirectory&) = delete;
    PrivateDirectory& operator=(const PrivateDirectory&) = delete;

    [[nodiscard]] const std::filesystem::path& path() const noexcept { return m_path; }

private:
    std::filesystem::path m_path;
};

} // namespace lockkeeper::tests
