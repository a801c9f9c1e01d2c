// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/config/deployments_text.h"
#include "core/export.h"

#include <filesystem>
#include <optional>

namespace lockkeeper::config {

/// The deployments file (docs/deployments.md), with its bytes, to detect changes by others. Blocks
/// for the disk. Not thread-safe.
class LOCKKEEPER_EXPORT DeploymentsFile {
public:
    /// `$XDG_CONFIG_HOME/lockkeeper/deployments.toml`, by default below `~/.config`. Empty: no
    /// home.
    [[nodiscard]] static std::filesystem::path defaultPath();

    /// `named` (`--config`), else defaultPath(). InvalidArgument: none.
    [[nodiscard]] static Result<std::filesystem::path> pathOf(
        const std::optional<std::string>& named);

    /// Never fails: see errors(). A missing file has no deployments. Others may read the file; it
    /// is refused if they may write it, or neither we nor root own it.
    [[nodiscard]] static DeploymentsFile load(
        std::filesystem::path path, FormatNames builtinFormats = {});

    [[nodiscard]] const std::filesystem::path& path() const noexcept { return m_path; }
    [[nodiscard]] bool exists() const noexcept { return m_bytes.has_value(); }
    /// The usable ones, without passwords.
    [[nodiscard]] const std::vector<Deployment>& deployments() const noexcept
    {
        return m_deployments;
    }
    /// "FILE:LINE: what; what to do".
    [[nodiscard]] const std::vector<Error>& errors() const noexcept { return m_errors; }
    [[nodiscard]] const std::vector<BrokenDeployment>& broken() const noexcept { return m_broken; }

    /// The named deployment, or the only one, with passwords. InvalidArgument names the
    /// deployments, or is the file's first error if none is usable.
    [[nodiscard]] Result<Deployment> open(const std::optional<std::string>& name) const;
    /// errors() without the one that open() returned.
    [[nodiscard]] std::vector<Error> errorsBeside(const Result<Deployment>& opened) const;

    /// Replaces the deployments atomically (0600); comments are lost. InvalidArgument if the file
    /// had errors or has changed, or as formatDeployments(); System if the disk fails or others may
    /// write to the directory. A failure changes nothing, except "can't bring its directory to
    /// disk": a crash may then undo the change.
    [[nodiscard]] Result<void> save(const std::vector<Deployment>& deployments);

    /// Adds or updates a hint; other bytes stay. False: nothing to do. Fails as save(), and with
    /// InvalidArgument for an unusual layout.
    [[nodiscard]] Result<bool> addHint(const NewHint& hint);

    /// Appends a deployment; other bytes stay. Creates a missing file. Omits passwords without a
    /// PasswordSource. Fails as save(), and with InvalidArgument for a used name.
    [[nodiscard]] Result<void> addDeployment(const Deployment& deployment);

private:
    [[nodiscard]] Result<void> checkFit() const;
    [[nodiscard]] Result<void> replaceBy(const std::string& text);
    [[nodiscard]] tl::unexpected<Error> complaint(ErrorClass kind, const std::string& what) const;

    std::filesystem::path m_path;
    FormatNames m_builtinFormats;
    std::optional<std::string> m_bytes;
    std::vector<Deployment> m_deployments;
    std::vector<Error> m_errors;
    std::vector<BrokenDeployment> m_broken;
    std::vector<std::string> m_passwordVariables;
};

inline constexpr const char* kMastersVariable = "LOCKKEEPER_MASTERS";
inline constexpr const char* kServeTokenVariable = "LOCKKEEPER_SERVE_TOKEN";
inline constexpr const char* kAgentTokenVariable = "LOCKKEEPER_AGENT_TOKEN";
/// The secretVariables() that lockctl removed from its command's environment.
inline constexpr const char* kRemovedVariable = "LOCKKEEPER_REMOVED";

/// Why `variable` is missing, if a lockctl around this program removed it.
[[nodiscard]] LOCKKEEPER_EXPORT std::optional<std::string> whyRemoved(std::string_view variable);

[[nodiscard]] LOCKKEEPER_EXPORT std::vector<std::string> mastersOfEnvironment();

/// Environment variables with passwords of masters, agents or clients, also of the default file.
/// Programs that we start must not get them. Blocks for the disk.
[[nodiscard]] LOCKKEEPER_EXPORT std::vector<std::string> secretVariables(
    const Deployment& deployment);

} // namespace lockkeeper::config
