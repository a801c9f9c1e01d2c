// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/config/deployments_text.h"
#include "core/export.h"

#include <filesystem>
#include <optional>

namespace lockkeeper::config {

/// The file that defines the deployments; docs/deployments.md is its reference. Holds what was
/// read, and the original bytes to detect changes before the file is replaced. A value. Not
/// thread-safe.
class LOCKKEEPER_EXPORT DeploymentsFile {
public:
    /// `$XDG_CONFIG_HOME/lockkeeper/deployments.toml`, else the same under `~/.config`; empty if
    /// neither is known.
    [[nodiscard]] static std::filesystem::path defaultPath();

    /// The file that a command line names by `--config`, else the default one. InvalidArgument if
    /// there is no place for the default one.
    [[nodiscard]] static Result<std::filesystem::path> pathOf(
        const std::optional<std::string>& named);

    /// Reads `path`. Never fails: errors() lists the problems, and a missing file contains no
    /// deployments. Others may read the file, because it holds no secrets. A file that others may
    /// write to, or that belongs to another user than us and root, is refused. For `builtinFormats`
    /// see FormatNames. Blocks for the disk.
    [[nodiscard]] static DeploymentsFile load(
        std::filesystem::path path, FormatNames builtinFormats = {});

    [[nodiscard]] const std::filesystem::path& path() const noexcept { return m_path; }
    [[nodiscard]] bool exists() const noexcept { return m_bytes.has_value(); }
    /// The deployments without errors. Their passwords are not filled in.
    [[nodiscard]] const std::vector<Deployment>& deployments() const noexcept
    {
        return m_deployments;
    }
    /// One line each: "FILE:LINE: what; what to do".
    [[nodiscard]] const std::vector<Error>& errors() const noexcept { return m_errors; }

    /// Returns the deployment of that name with its passwords; without a name, the only one in the
    /// file. InvalidArgument with one line that lists the deployments; the file's first error if
    /// none can be used. Blocks for the disk.
    [[nodiscard]] Result<Deployment> open(const std::optional<std::string>& name) const;
    /// The errors without the one that open() has returned, which its caller tells.
    [[nodiscard]] std::vector<Error> errorsBeside(const Result<Deployment>& opened) const;

    /// Replaces the deployments in the file, with mode 0600 and atomically; comments are lost.
    /// InvalidArgument if the file had errors (the faulty entries would be lost), if it has changed
    /// since it was read, if the new text could not be loaded again, or as formatDeployments().
    /// System if the disk fails, or if others may write to the directory. After a failure this
    /// object is unchanged. So is the file, unless only its directory could not be brought to disk:
    /// then the new text is there, but may not survive a crash. Blocks for the disk.
    [[nodiscard]] Result<void> save(const std::vector<Deployment>& deployments);

    /// Writes one hint into the file: everything else in it stays, comments too. A hint for the
    /// same keys gets the new format. Returns false if the file has this hint already. Errors and
    /// effects as of save(); InvalidArgument also if the file can't be changed without a risk for
    /// the rest of it. Blocks for the disk.
    [[nodiscard]] Result<bool> addHint(const NewHint& hint);

    /// Appends a deployment: everything else in the file stays, comments too. A missing file is
    /// created. A password without a PasswordSource is not written. Errors and effects as of
    /// save(); InvalidArgument also if there is a deployment of that name. Blocks for the disk.
    [[nodiscard]] Result<void> addDeployment(const Deployment& deployment);

private:
    [[nodiscard]] Result<void> checkFit() const;
    [[nodiscard]] Result<void> replaceBy(const std::string& text);
    [[nodiscard]] tl::unexpected<Error> complaint(ErrorClass kind, const std::string& what) const;

    std::filesystem::path m_path;
    FormatNames m_builtinFormats;
    std::optional<std::string> m_bytes; ///< as read
    std::vector<Deployment> m_deployments;
    std::vector<Error> m_errors;
};

} // namespace lockkeeper::config
