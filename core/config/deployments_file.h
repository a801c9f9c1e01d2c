// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/config/deployments_text.h"
#include "core/export.h"

#include <filesystem>
#include <optional>

namespace lockkeeper::config {

/// The file that names the deployments; docs/deployments.md is its reference. A value type: what
/// was read, and what to compare with before it is replaced. Not thread-safe.
class LOCKKEEPER_EXPORT DeploymentsFile {
public:
    /// `$XDG_CONFIG_HOME/lockkeeper/deployments.toml`, else the same under `~/.config`; empty if
    /// neither is known.
    [[nodiscard]] static std::filesystem::path defaultPath();

    /// Reads `path`. Never fails: what is wrong is in errors(), a missing file holds no
    /// deployments. Others may read the file, for it holds no secrets; one that others may write to
    /// or that belongs to another user is refused. For `builtinFormats` see FormatNames. Blocks for
    /// the disk.
    [[nodiscard]] static DeploymentsFile load(
        std::filesystem::path path, FormatNames builtinFormats = {});

    [[nodiscard]] const std::filesystem::path& path() const noexcept { return m_path; }
    [[nodiscard]] bool exists() const noexcept { return m_bytes.has_value(); }
    /// Those with nothing wrong, without their passwords.
    [[nodiscard]] const std::vector<Deployment>& deployments() const noexcept
    {
        return m_deployments;
    }
    /// One line each: "FILE:LINE: what; what to do".
    [[nodiscard]] const std::vector<Error>& errors() const noexcept { return m_errors; }

    /// The deployment of that name with its passwords; without a name, the only one in the file.
    /// InvalidArgument with one line that says what there is. Blocks for the disk.
    [[nodiscard]] Result<Deployment> open(const std::optional<std::string>& name) const;

    /// Puts `deployments` in the place of what was read, 0600 and at once or not at all; comments
    /// are lost. InvalidArgument if the file had errors (nobody's entry is to be lost with it), if
    /// it has changed since it was read, if it could not be loaded again, or as formatDeployments()
    /// fails; System as
    /// replacePrivateFile() fails; nothing has changed then. Blocks for the disk.
    [[nodiscard]] Result<void> save(std::vector<Deployment> deployments);

private:
    [[nodiscard]] tl::unexpected<Error> complaint(ErrorClass kind, const std::string& what) const;

    std::filesystem::path m_path;
    FormatNames m_builtinFormats;
    std::optional<std::string> m_bytes; ///< as read
    std::vector<Deployment> m_deployments;
    std::vector<Error> m_errors;
};

} // namespace lockkeeper::config
