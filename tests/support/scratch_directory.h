// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QTemporaryDir>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <sys/stat.h>

namespace lockkeeper::tests {

/// An empty directory for one test, gone with it.
class ScratchDirectory {
public:
    [[nodiscard]] std::filesystem::path path() const { return m_directory.path().toStdString(); }
    [[nodiscard]] std::filesystem::path file(const std::string& name) const
    {
        return path() / name;
    }
    /// How many files and directories are in it.
    [[nodiscard]] std::ptrdiff_t size() const
    {
        const std::filesystem::directory_iterator first(path());
        return std::distance(begin(first), end(first));
    }

private:
    QTemporaryDir m_directory;
};

/// The permission bits; 0 if there is no such file.
inline ::mode_t modeOf(const std::filesystem::path& path)
{
    struct ::stat info { };
    return ::stat(path.c_str(), &info) == 0 ? info.st_mode & 07777U : 0;
}

inline void write(const std::filesystem::path& path, const std::string& bytes, ::mode_t mode = 0600)
{
    std::ofstream(path, std::ios::binary) << bytes;
    ::chmod(path.c_str(), mode);
}

inline std::string contentOf(const std::filesystem::path& path)
{
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
}

/// Sets the umask while it lives.
class Umask {
public:
    explicit Umask(::mode_t mask)
        : m_before(::umask(mask))
    { }
    ~Umask() { ::umask(m_before); }
    Umask(const Umask&) = delete;
    Umask& operator=(const Umask&) = delete;

private:
    ::mode_t m_before;
};

} // namespace lockkeeper::tests
