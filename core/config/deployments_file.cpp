// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#include "core/config/deployments_file.h"

#include "core/config/deployment.h"
#include "core/config/deployments_text.h"
#include "core/config/hint_editor.h"
#include "core/files/private_file.h"
#include "core/files/xdg.h"
#include "core/redis/url_login.h"
#include "core/text/display_safe.h"
#include "core/text/translate.h"

#include <absl/strings/substitute.h>
#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <iterator>
#include <sstream>

namespace lockkeeper::config {

namespace {

constexpr std::size_t kLongestPassword = 4096;

Result<Secret> passwordFrom(const PasswordSource& source, const std::filesystem::path& directory)
{
    if (!source.environment.empty()) {
        // NOLINTNEXTLINE(concurrency-mt-unsafe): nothing changes the environment
        const char* const value = std::getenv(source.environment.c_str());
        if (value != nullptr && *value != '\0')
            return Secret(value);
        if (const auto why = whyRemoved(source.environment))
            return fail(ErrorClass::InvalidArgument,
                absl::Substitute(trNoop("password_env: $0", "data"), *why));
        return fail(ErrorClass::InvalidArgument,
            absl::Substitute(trNoop("password_env: the variable $0 is not set; export it", "data"),
                displaySafe(source.environment)));
    }
    const auto path = directory / source.file;
    const auto wrong = [&](const std::string& reason) {
        return fail(ErrorClass::InvalidArgument,
            absl::Substitute(trNoop("password_file $0: $1", "data"),
                displaySafe(path.string(), kLongestPassword), reason));
    };
    const auto bytes = readPrivateFile(path, kLongestPassword, FileSecrecy::Secret);
    if (!bytes)
        return wrong(bytes.error().text);
    if (!*bytes)
        return wrong(trNoop("there is no such file; create it, 0600", "data"));
    std::string password = (*bytes)->substr(0, (*bytes)->find('\n'));
    if (password.ends_with('\r'))
        password.pop_back();
    if (password.empty())
        return wrong(trNoop("its first line is empty; write the password there", "data"));
    return Secret(std::move(password));
}

/// Sets passwords that have a PasswordSource; file names are relative to `directory`.
/// InvalidArgument names the source, never the password; some may be set by then.
Result<void> fillPasswords(Deployment& deployment, const std::filesystem::path& directory)
{
    const auto fill = [&](const PasswordSource& source, const std::vector<redis::Url*>& urls) {
        if (source.isEmpty())
            return Result<void>();
        const auto password = passwordFrom(source, directory);
        if (!password)
            return Result<void>(tl::make_unexpected(password.error()));
        for (redis::Url* url : urls)
            url->password = *password;
        return Result<void>();
    };
    for (MasterConfig& master : deployment.masters) {
        std::vector<redis::Url*> urls{&master.url};
        for (redis::Url& seed : master.clusterSeeds)
            urls.push_back(&seed);
        auto filled = fill(master.password, urls);
        urls.clear();
        if (filled && master.sentinel) {
            for (redis::Url& sentinel : master.sentinel->sentinels)
                urls.push_back(&sentinel);
            filled = fill(master.sentinel->password, urls);
        }
        if (!filled)
            return fail(filled.error().kind,
                absl::Substitute(trNoop("deployment '$0': $1", "data"),
                    displaySafe(deployment.name), filled.error().text),
                master.id);
    }
    if (deployment.history.source.isEmpty())
        return {};
    auto password = passwordFrom(deployment.history.source, directory);
    if (!password)
        return fail(password.error().kind,
            absl::Substitute(trNoop("deployment '$0': history: $1", "data"),
                displaySafe(deployment.name), password.error().text));
    deployment.history.password = std::move(*password);
    return {};
}

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

Result<std::filesystem::path> DeploymentsFile::pathOf(const std::optional<std::string>& named)
{
    auto path = named ? std::filesystem::path(*named) : defaultPath();
    if (path.empty())
        return fail(ErrorClass::InvalidArgument,
            trNoop(
                "neither XDG_CONFIG_HOME nor HOME is set: name the file by --config FILE", "data"));
    return path;
}

DeploymentsFile DeploymentsFile::load(std::filesystem::path path, FormatNames builtinFormats)
{
    DeploymentsFile file;
    file.m_path = std::move(path);
    file.m_builtinFormats = std::move(builtinFormats);
    auto bytes = read(file.m_path);
    if (!bytes) {
        file.m_errors.push_back({ErrorClass::InvalidArgument,
            absl::Substitute(trNoop("$0:1: the file is not used: $1", "data"), shown(file.m_path),
                bytes.error().text)});
        return file;
    }
    file.m_bytes = std::move(*bytes);
    if (!file.m_bytes)
        return file;
    auto parsed = parseDeployments(*file.m_bytes, shown(file.m_path), file.m_builtinFormats);
    file.m_deployments = std::move(parsed.deployments);
    file.m_errors = std::move(parsed.errors);
    file.m_broken = std::move(parsed.broken);
    file.m_passwordVariables = std::move(parsed.passwordVariables);
    return file;
}

Result<Deployment> DeploymentsFile::open(const std::optional<std::string>& name) const
{
    if (!exists() && m_errors.empty())
        return complaint(ErrorClass::InvalidArgument, trNoop("there is no such file", "data"));
    std::string names;
    for (const Deployment& deployment : m_deployments)
        names.append(names.empty() ? "" : ", ").append(displaySafe(deployment.name));
    const auto matches
        = [&](const Deployment& deployment) { return !name || deployment.name == *name; };
    const auto found = std::ranges::find_if(m_deployments, matches);
    // Perhaps the wanted one has the error.
    if (m_deployments.empty() && !m_errors.empty())
        return tl::make_unexpected(m_errors.front());
    // With errors, the only usable one may not be meant.
    const bool isClear = name || (m_deployments.size() == 1 && m_errors.empty());
    if (found == m_deployments.end() || !isClear) {
        const std::string there = names.empty()
            ? trNoop("it has none that can be used", "data")
            : absl::Substitute(trNoop("it has $0", "data"), names);
        return complaint(ErrorClass::InvalidArgument,
            name ? absl::Substitute(
                trNoop("no deployment '$0'; $1", "data"), displaySafe(*name), there)
                 : absl::Substitute(trNoop("name one by --deployment; $0", "data"), there));
    }
    Deployment deployment = *found;
    deployment.passwordVariables = m_passwordVariables;
    if (auto filled = fillPasswords(deployment, m_path.parent_path()); !filled)
        return complaint(filled.error().kind, filled.error().text);
    return deployment;
}

std::vector<Error> DeploymentsFile::errorsBeside(const Result<Deployment>& opened) const
{
    std::vector<Error> others = m_errors;
    if (!opened)
        std::erase(others, opened.error());
    return others;
}

Result<void> DeploymentsFile::save(const std::vector<Deployment>& deployments)
{
    if (auto fit = checkFit(); !fit)
        return fit;
    const auto text = formatDeployments(deployments);
    if (!text)
        return complaint(text.error().kind, text.error().text);
    return replaceBy(*text);
}

Result<bool> DeploymentsFile::addHint(const NewHint& hint)
{
    if (auto fit = checkFit(); !fit)
        return tl::make_unexpected(std::move(fit.error()));
    if (!m_bytes)
        return complaint(ErrorClass::InvalidArgument, trNoop("there is no such file", "data"));
    const auto text = withHint(*m_bytes, hint, m_builtinFormats);
    if (!text)
        return complaint(text.error().kind, text.error().text);
    if (*text == *m_bytes)
        return false;
    if (auto replaced = replaceBy(*text); !replaced)
        return tl::make_unexpected(std::move(replaced.error()));
    return true;
}

Result<void> DeploymentsFile::addDeployment(const Deployment& deployment)
{
    if (auto fit = checkFit(); !fit)
        return fit;
    const auto text = withDeployment(m_bytes.value_or(std::string()), deployment, m_builtinFormats);
    if (!text)
        return complaint(text.error().kind, text.error().text);
    return replaceBy(*text);
}

Result<void> DeploymentsFile::checkFit() const
{
    if (m_errors.empty())
        return {};
    return fail(ErrorClass::InvalidArgument,
        absl::Substitute(trNoop("$0 (nothing is written before that is mended)", "data"),
            m_errors.front().text));
}

Result<void> DeploymentsFile::replaceBy(const std::string& text)
{
    auto parsed = parseDeployments(text, "new file", m_builtinFormats);
    if (!parsed.errors.empty())
        return complaint(parsed.errors.front().kind, parsed.errors.front().text);
    const auto now = read(m_path);
    if (!now)
        return complaint(now.error().kind, now.error().text);
    if (*now != m_bytes)
        return complaint(ErrorClass::InvalidArgument,
            trNoop("another program has changed it meanwhile; read it again first", "data"));
    if (auto replaced = replacePrivateFile(m_path, text); !replaced)
        return complaint(replaced.error().kind, replaced.error().text);
    m_bytes = text;
    m_deployments = std::move(parsed.deployments);
    return {};
}

tl::unexpected<Error> DeploymentsFile::complaint(ErrorClass kind, const std::string& what) const
{
    return fail(kind, shown(m_path) + ": " + what);
}

namespace {

std::vector<std::string> wordsOf(const char* variable)
{
    // NOLINTNEXTLINE(concurrency-mt-unsafe): nothing changes the environment
    const char* const text = std::getenv(variable);
    std::istringstream words(text != nullptr ? text : "");
    return {std::istream_iterator<std::string>(words), {}};
}

} // namespace

std::optional<std::string> whyRemoved(std::string_view variable)
{
    const auto removed = wordsOf(kRemovedVariable);
    if (std::ranges::find(removed, variable) == removed.end())
        return std::nullopt;
    return absl::Substitute(
        trNoop("the lockctl that runs this command has removed $0 from its environment, because of "
               "the password; with --keep-passwords, that one leaves it there",
            "data"),
        displaySafe(variable));
}

std::vector<std::string> mastersOfEnvironment()
{
    return wordsOf(kMastersVariable);
}

std::vector<std::string> secretVariables(const Deployment& deployment)
{
    std::vector<std::string> names = deployment.passwordVariables;
    names.insert(names.end(), {kServeTokenVariable, kAgentTokenVariable});
    const auto path = DeploymentsFile::defaultPath();
    if (const auto bytes = path.empty() ? std::nullopt : read(path).value_or(std::nullopt))
        std::ranges::move(
            parseDeployments(*bytes, {}, {}).passwordVariables, std::back_inserter(names));
    const auto hasPassword = [](const std::string& url) {
        const auto [start, length] = redis::loginIn(url);
        return url.find(':', start) < start + length;
    };
    if (std::ranges::any_of(mastersOfEnvironment(), hasPassword))
        names.emplace_back(kMastersVariable);
    return names;
}

} // namespace lockkeeper::config
