// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#include "core/config/deployments_file.h"

#include "core/config/deployments_text.h"
#include "core/config/passwords.h"
#include "core/files/private_file.h"
#include "core/files/xdg.h"
#include "core/text/display_safe.h"

#include <algorithm>

namespace lockkeeper::config {
namespace {

constexpr std::size_t kLongestFile = std::size_t{1} << 20;

std::string shown(const std::filesystem::path& path)
{
    return displaySafe(path.string(), 4096);
}

Result<std::optional<std::string>> read(const std::filesystem::path& path)
{
    return readPrivateFile(path, kLongestFile, FileSecrecy::ReadableByOthers);
}

} // namespace

std::filesystem::path DeploymentsFile::defaultPath()
{
    const auto base = configHome();
    return base.empty() ? base : base / "lockkeeper" / "deployments.toml";
}

DeploymentsFile DeploymentsFile::load(std::filesystem::path path, FormatNames builtinFormats)
{
    DeploymentsFile file;
    file.m_path = std::move(path);
    file.m_builtinFormats = std::move(builtinFormats);
    auto bytes = read(file.m_path);
    if (!bytes) {
        file.m_errors.push_back({ErrorClass::InvalidArgument,
            shown(file.m_path) + ":1: the file is not used: " + bytes.error().text});
        return file;
    }
    file.m_bytes = std::move(*bytes);
    if (!file.m_bytes)
        return file;
    auto parsed = parseDeployments(*file.m_bytes, shown(file.m_path), file.m_builtinFormats);
    file.m_deployments = std::move(parsed.deployments);
    file.m_errors = std::move(parsed.errors);
    return file;
}

Result<Deployment> DeploymentsFile::open(const std::optional<std::string>& name) const
{
    if (!exists() && m_errors.empty())
        return complaint(ErrorClass::InvalidArgument, "there is no such file");
    std::string names;
    for (const Deployment& deployment : m_deployments)
        names.append(names.empty() ? "" : ", ").append(displaySafe(deployment.name));
    const auto matches
        = [&](const Deployment& deployment) { return !name || deployment.name == *name; };
    const auto found = std::ranges::find_if(m_deployments, matches);
    // With errors, the only deployment left need not be the intended one.
    const bool isClear = name || (m_deployments.size() == 1 && m_errors.empty());
    if (found == m_deployments.end() || !isClear) {
        const std::string there
            = names.empty() ? "it has none that can be used" : "it has " + names;
        if (name)
            return complaint(ErrorClass::InvalidArgument,
                "no deployment '" + displaySafe(*name) + "'; " + there);
        return complaint(ErrorClass::InvalidArgument, "name one by --deployment; " + there);
    }
    Deployment deployment = *found;
    if (auto filled = fillPasswords(deployment, m_path.parent_path()); !filled)
        return complaint(filled.error().kind, filled.error().text);
    return deployment;
}

Result<void> DeploymentsFile::save(std::vector<Deployment> deployments)
{
    if (!m_errors.empty())
        return fail(ErrorClass::InvalidArgument,
            m_errors.front().text + " (nothing is written before that is mended)");
    auto text = formatDeployments(deployments);
    if (!text)
        return complaint(text.error().kind, text.error().text);
    if (const auto again = parseDeployments(*text, "new file", m_builtinFormats);
        !again.errors.empty())
        return complaint(again.errors.front().kind, again.errors.front().text);
    const auto now = read(m_path);
    if (!now)
        return complaint(now.error().kind, now.error().text);
    if (*now != m_bytes)
        return complaint(ErrorClass::InvalidArgument,
            "another program has changed it meanwhile; read it again first");
    if (auto replaced = replacePrivateFile(m_path, *text); !replaced)
        return complaint(replaced.error().kind, replaced.error().text);
    m_bytes = std::move(*text);
    m_deployments = std::move(deployments);
    return {};
}

tl::unexpected<Error> DeploymentsFile::complaint(ErrorClass kind, const std::string& what) const
{
    return fail(kind, shown(m_path) + ": " + what);
}

} // namespace lockkeeper::config
