// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#include "core/config/deployments_text.h"
#include "core/config/ensemble.h"
#include "core/config/toml_section.h"
#include "core/config/value_pattern.h"
#include "core/enum_names.h"
#include "core/redis/glob.h"
#include "core/text/ascii.h"
#include "core/text/display_safe.h"
#include "core/text/translate.h"

#include <absl/strings/substitute.h>
#include <algorithm>
#include <set>

namespace lockkeeper::config {
namespace {

using absl::Substitute;
using std::chrono::milliseconds;

constexpr std::size_t kLongestName = 64;
constexpr const char* kNoPassword
    = trNoop("a password does not belong into this file; name its variable by password_env = "
             "\"...\", or its file by password_file = \"...\"",
        "data");

/// For servers without their own.
struct Login {
    std::string user;
    PasswordSource password;
};

bool isPlainName(std::string_view name)
{
    return !name.empty() && name.size() <= kLongestName
        && std::ranges::none_of(name, isAsciiControl);
}

std::string readName(TomlSection& section, std::string_view key)
{
    const auto name = section.text(key);
    if (!name)
        section.addError(
            Substitute(trNoop("has no $0; add $0 = \"...\"", "data"), std::string(key)));
    else if (!isPlainName(name->text))
        section.addError(name->source,
            Substitute(trNoop("$0 must be 1 to 64 bytes long, without control characters", "data"),
                std::string(key)));
    return name ? name->text : std::string();
}

template <class E> void readWord(TomlSection& section, std::string_view key, E& value)
{
    const auto text = section.text(key);
    if (!text)
        return;
    if (const auto named = enumNamed<E>(text->text)) {
        value = *named;
        return;
    }
    std::string all;
    for (const E each : enumValues<E>())
        all.append(all.empty() ? "" : ", ").append(nameOf(each));
    section.addError(text->source,
        Substitute(trNoop("$0 is '$1'; write one of: $2", "data"), std::string(key),
            displaySafe(text->text, 64), all));
}

/// Keys are the caller's; complaints name the usual ones.
PasswordSource readPasswordSource(
    TomlSection& section, std::string_view environmentKey, std::string_view fileKey)
{
    const auto environment = section.text(environmentKey);
    const auto file = section.text(fileKey);
    if (environment && file)
        section.addError(
            file->source, trNoop("has password_env and password_file; keep one", "data"));
    for (const auto& source : {environment, file}) {
        if (source && source->text.empty())
            section.addError(source->source,
                trNoop("password_env or password_file is empty; remove it", "data"));
    }
    if (environment && environment->text.find('=') != std::string::npos)
        section.addError(environment->source,
            trNoop("password_env is the name of a variable, without = and value", "data"));
    return {environment ? environment->text : std::string(), file ? file->text : std::string()};
}

Login readLogin(TomlSection& section, Login login)
{
    const auto user = section.text("user");
    if (section.text("password"))
        section.addError(kNoPassword);
    if (user)
        login.user = user->text;
    PasswordSource source = readPasswordSource(section, "password_env", "password_file");
    if (!source.isEmpty())
        login.password = std::move(source);
    return login;
}

bool namesPort(std::string_view url)
{
    std::string_view rest = url.substr(url.find("://") + 3);
    rest = rest.substr(0, rest.find_first_of("/?"));
    rest.remove_prefix(rest.rfind('@') == std::string_view::npos ? 0 : rest.rfind('@') + 1);
    const std::size_t bracket = rest.find(']');
    return rest.find(':', bracket == std::string_view::npos ? 0 : bracket)
        != std::string_view::npos;
}

std::optional<redis::Url> readUrl(
    TomlSection& section, const PlacedText& text, const std::string& user)
{
    auto url = redis::Url::parse(text.text);
    if (!url) {
        section.addError(text.source, url.error().text);
        return std::nullopt;
    }
    if (!url->password.isEmpty()) {
        section.addError(text.source, kNoPassword);
        return std::nullopt;
    }
    if (url->user.empty())
        url->user = user;
    return std::move(*url);
}

std::vector<redis::Url> readServers(
    TomlSection& section, std::string_view key, const Login& login, std::uint16_t usualPort = 0)
{
    std::vector<redis::Url> urls;
    for (const PlacedText& text : section.texts(key)) {
        auto url = readUrl(section, text, login.user);
        if (!url)
            continue;
        if (url->kind != redis::Url::Kind::Tcp || url->database != 0)
            section.addError(text.source,
                trNoop(
                    "write redis://host:port or rediss://host:port, without a database", "data"));
        if (usualPort != 0 && !namesPort(text.text))
            url->port = usualPort;
        urls.push_back(std::move(*url));
    }
    if (urls.empty())
        section.addError(Substitute(
            trNoop("names no server; add $0 = [\"redis://...\"]", "data"), std::string(key)));
    return urls;
}

class VotersReader {
public:
    VotersReader(TomlSection& section, Deployment& deployment)
        : m_section(section)
        , m_deployment(deployment)
    { }

    void read()
    {
        m_login = readLogin(m_section, {});
        readMasters();
        readSentinels();
        readClusters();
        check();
    }

private:
    void add(TomlSection& section, const std::optional<PlacedText>& id, MasterConfig master)
    {
        const std::size_t index = m_deployment.masters.size();
        master.id = id ? MasterId(id->text) : masterIdFor(index);
        if (id && !isPlainName(id->text))
            section.addError(id->source,
                trNoop("id must be 1 to 64 bytes long, without control characters", "data"));
        m_deployment.masters.push_back(std::move(master));
    }

    void readMasters()
    {
        for (auto& [text, section] : m_section.textsOrSections("masters")) {
            m_isAnyNamed = true;
            Login login = m_login;
            std::optional<PlacedText> id;
            std::optional<PlacedText> address = text;
            std::optional<double> adminPort;
            if (section) {
                id = section->text("id");
                adminPort = section->number("admin_port", {0, 65535});
                address = section->text("url");
                login = readLogin(*section, m_login);
                if (!address)
                    section->addError(trNoop("has no url; add url = \"redis://...\"", "data"));
                section->finish();
            }
            if (!address)
                continue;
            if (isEnsembleUrl(address->text))
                readEnsemble(*address, id, login, adminPort);
            else if (adminPort)
                m_section.addError(
                    address->source, trNoop("admin_port is for an ensemble (zk://)", "data"));
            else if (auto url = readUrl(m_section, *address, login.user))
                add(m_section, id, {{}, std::move(*url), login.password});
        }
    }

    void readEnsemble(const PlacedText& text, const std::optional<PlacedText>& id,
        const Login& login, std::optional<double> adminPort)
    {
        auto voter = voterFromUrl(text.text);
        if (!voter)
            return m_section.addError(text.source, voter.error().text);
        if (!voter->url.password.isEmpty())
            return m_section.addError(text.source, kNoPassword);
        if (voter->url.user.empty())
            voter->url.user = login.user;
        voter->password = login.password;
        if (adminPort)
            voter->ensemble->adminPort = static_cast<std::uint16_t>(*adminPort);
        add(m_section, id, std::move(*voter));
    }

    void readSentinels()
    {
        for (TomlSection& section : m_section.sections("sentinel")) {
            m_isAnyNamed = true;
            const auto id = section.text("id");
            SentinelGroup group;
            group.name = readName(section, "group");
            const Login login = readLogin(section, m_login);
            Login own{};
            if (const auto user = section.text("sentinel_user"))
                own.user = user->text;
            if (const auto environment = section.text("sentinel_password_env"))
                own.password.environment = environment->text;
            if (const auto file = section.text("sentinel_password_file"))
                own.password.file = file->text;
            group.password = own.password;
            if (!own.password.environment.empty() && !own.password.file.empty())
                section.addError(trNoop(
                    "has sentinel_password_env and sentinel_password_file; keep one", "data"));
            group.sentinels = readServers(section, "sentinels", own, kSentinelPort);
            redis::Url url;
            url.host = group.name;
            url.user = login.user;
            url.database = static_cast<int>(section.number("database", {0, 1e6}).value_or(0));
            if (!group.sentinels.empty())
                url.tls = group.sentinels.front().tls;
            section.finish();
            add(section, id, {{}, std::move(url), login.password, std::move(group)});
        }
    }

    void readClusters()
    {
        for (TomlSection& section : m_section.sections("cluster")) {
            m_isAnyNamed = true;
            const auto id = section.text("id");
            const Login login = readLogin(section, m_login);
            auto seeds = readServers(section, "seeds", login);
            section.finish();
            if (!seeds.empty())
                add(section, id, {{}, seeds.front(), login.password, std::nullopt, seeds});
        }
    }

    void check()
    {
        if (m_deployment.masters.empty() && !m_isAnyNamed)
            m_section.addError(trNoop("has no masters; add masters = [\"redis://...\"], "
                                      "[[deployment.sentinel]] or [[deployment.cluster]]",
                "data"));
        if (m_deployment.masters.size() > kMostMasters)
            m_section.addError(trNoop("has more than 64 masters; 5 are plenty", "data"));
        if (m_deployment.masters.size() > 1
            && std::ranges::any_of(m_deployment.masters,
                [](const MasterConfig& master) { return master.ensemble.has_value(); }))
            m_section.addError(kAlone);
        std::set<std::string> ids;
        std::set<std::string> labels;
        for (const MasterConfig& master : m_deployment.masters) {
            const std::string id = displaySafe(master.id.value(), kLongestName);
            if (!ids.insert(master.id.value()).second)
                m_section.addError(
                    Substitute(trNoop("has two masters with the id '$0'; rename one", "data"), id));
            if (!labels.insert(master.label()).second)
                m_section.addError(Substitute(
                    trNoop("names $0 twice; one server has one vote, remove one", "data"),
                    displaySafe(master.label())));
        }
    }

    TomlSection& m_section;
    Deployment& m_deployment;
    Login m_login;
    bool m_isAnyNamed = false;
};

std::string checkedGlob(TomlSection& section, const PlacedText& glob)
{
    if (const auto checked = redis::checkGlob(glob.text); !checked)
        section.addError(glob.source, checked.error().text);
    return glob.text;
}

UserFormat readFormat(TomlSection& section)
{
    UserFormat format;
    format.name = readName(section, "name");
    if (const auto keys = section.text("keys"))
        format.keys = checkedGlob(section, *keys);
    else
        section.addError(trNoop("has no keys; add keys = \"lock:*\" or another pattern", "data"));
    readWord(section, "type", format.type);
    readWord(section, "since_unit", format.sinceUnit);
    if (const auto value = section.text("value")) {
        format.value = value->text;
        if (const auto pattern = ValuePattern::compile(format); !pattern)
            section.addError(value->source, "value: " + pattern.error().text);
    }
    section.finish();
    return format;
}

class DeploymentReader {
public:
    DeploymentReader(
        TomlSection& section, Deployment& deployment, const FormatNames& builtinFormats)
        : m_section(section)
        , m_deployment(deployment)
        , m_builtinFormats(builtinFormats)
    { }

    void read()
    {
        m_deployment.name = readName(m_section, "name");
        m_section.rename(Substitute(
            trNoop("deployment '$0'", "data"), displaySafe(m_deployment.name, kLongestName)));
        readWord(m_section, "class", m_deployment.deploymentClass);
        readWord(m_section, "restart_quarantine", m_deployment.restartQuarantine);
        m_deployment.isReadOnly = m_section.flag("read_only").value_or(m_deployment.isReadOnly);
        VotersReader(m_section, m_deployment).read();
        for (const PlacedText& pattern : m_section.texts("patterns"))
            m_deployment.patterns.push_back(checkedGlob(m_section, pattern));
        readTimes();
        readHistory();
        readThresholds();
        readLiveness();
        readFormats();
        m_section.finish();
    }

private:
    void readTimes()
    {
        const auto read = [this](std::string_view key, milliseconds least, milliseconds& value) {
            value = m_section.duration(key, least).value_or(value);
        };
        read("sweep_interval", milliseconds(100), m_deployment.interval);
        read("resweep_interval", milliseconds(1000), m_deployment.resweepInterval);
        read("timeout", milliseconds(1), m_deployment.timeout);
        read("longest_ttl", milliseconds(1), m_deployment.longestTtl);
    }

    void readHistory()
    {
        const auto url = m_section.text("history");
        const PasswordSource source
            = readPasswordSource(m_section, "history_password_env", "history_password_file");
        if (!url) {
            if (!source.isEmpty())
                m_section.addError(trNoop("has a password for a history, but no history; add "
                                          "history = \"postgresql://...\"",
                    "data"));
            return;
        }
        auto server = HistoryServer::fromUrl(url->text);
        if (!server)
            return m_section.addError(url->source, server.error().text);
        if (!server->password.isEmpty())
            return m_section.addError(url->source,
                trNoop("a password does not belong into this file; name its variable by "
                       "history_password_env = \"...\", or its file by history_password_file = "
                       "\"...\"",
                    "data"));
        m_deployment.history = std::move(*server);
        m_deployment.history.source = source;
    }

    void readThresholds()
    {
        auto section = m_section.section("thresholds");
        if (!section)
            return;
        Thresholds& limits = m_deployment.thresholds;
        const milliseconds least(1);
        limits.maxLease = section->duration("max_lease", least).value_or(limits.maxLease);
        limits.renewedFor = section->duration("renewed_for", least).value_or(limits.renewedFor);
        limits.timesUsual = section->number("times_usual", {1, 1e9}).value_or(limits.timesUsual);
        limits.commandsPerSecond = static_cast<std::uint32_t>(
            section->number("commands_per_second", {0, 1e9}).value_or(limits.commandsPerSecond));
        section->finish();
    }

    void readLiveness()
    {
        auto section = m_section.section("liveness");
        if (!section)
            return;
        Liveness& liveness = m_deployment.liveness;
        for (const PlacedText& word : section->texts("command"))
            liveness.command.push_back(word.text);
        if (const auto ask = section->text("ask")) {
            liveness.ask = enumNamed<Liveness::Ask>(ask->text);
            if (!liveness.ask)
                section->addError(ask->source,
                    trNoop("is nobody to ask; write \"kubernetes\" or \"ssh\", or name a command "
                           "of yours",
                        "data"));
            else if (!liveness.command.empty())
                section->addError(trNoop("has both ask and command; remove one of them", "data"));
        } else if (liveness.command.empty()) {
            section->addError(trNoop("has no command; add ask = \"kubernetes\", or command = "
                                     "[\"/usr/local/bin/is-alive\"]",
                "data"));
        } else if (!liveness.command.front().starts_with('/')) {
            section->addError(trNoop("its command has no whole path; begin it with a /", "data"));
        }
        if (liveness.ask == Liveness::Ask::Kubernetes) {
            const auto take = [&section](const char* key, std::string& into) {
                if (const auto typed = section->text(key))
                    into = typed->text;
            };
            take("namespace", liveness.nameSpace);
            take("container", liveness.container);
            take("context", liveness.context);
        }
        liveness.within = section->duration("within", milliseconds(1)).value_or(liveness.within);
        section->finish();
    }

    void readFormats()
    {
        const auto hints = m_section.pairs("format_hints");
        FormatNames names = m_builtinFormats;
        for (TomlSection& section : m_section.sections("format")) {
            m_deployment.formats.push_back(readFormat(section));
            const std::string& name = m_deployment.formats.back().name;
            if (std::ranges::find(m_builtinFormats, name) != m_builtinFormats.end())
                section.addError(trNoop("has the name of a built-in format; rename it", "data"));
            else if (std::ranges::find(names, name) != names.end())
                section.addError(trNoop("has the name of another one; rename it", "data"));
            names.push_back(name);
        }
        for (const auto& [keys, format] : hints) {
            if (format.text.empty())
                m_section.addError(format.source,
                    trNoop("names no format; write \"redis-py\" or another", "data"));
            else if (!m_builtinFormats.empty()
                && std::ranges::find(names, format.text) == names.end())
                m_section.addError(format.source, unknownFormatText(names, format.text));
            m_deployment.formatHints.push_back({checkedGlob(m_section, keys), format.text});
        }
    }

    static std::string unknownFormatText(const FormatNames& names, const std::string& unknown)
    {
        const auto nearest = nearestWord(names, unknown);
        const std::string name = displaySafe(unknown, kLongestName);
        return nearest
            ? Substitute(trNoop("there is no lock format '$0'; did you mean '$1'?", "data"), name,
                displaySafe(*nearest))
            : Substitute(trNoop("there is no lock format '$0'; write one of docs/formats.md, or "
                                "describe your own by [[deployment.format]]",
                             "data"),
                name);
    }

    TomlSection& m_section;
    Deployment& m_deployment;
    const FormatNames& m_builtinFormats;
};

bool canNameVariable(const std::string& text)
{
    return !text.empty() && text.find_first_of(std::string_view("\0=", 2)) == std::string::npos;
}

/// Anywhere: entries with errors have passwords, too.
void collectPasswordVariables(const toml::node& node, std::vector<std::string>& names)
{
    if (const toml::array* const array = node.as_array()) {
        for (const toml::node& one : *array)
            collectPasswordVariables(one, names);
    }
    const toml::table* const table = node.as_table();
    if (table == nullptr)
        return;
    for (const auto& [key, value] : *table) {
        const bool isPassword = key.str().ends_with("password_env");
        if (const auto* const text = value.as_string();
            text != nullptr && isPassword && canNameVariable(text->get()))
            names.push_back(text->get());
        collectPasswordVariables(value, names);
    }
}

void readAll(const toml::table& root, const FormatNames& builtinFormats, Diagnostics& complaints,
    ParsedDeployments& result)
{
    const auto addIfBroken = [&](std::size_t before, std::string name) {
        const bool isBroken = complaints.errors().size() != before;
        if (isBroken)
            result.broken.push_back({std::move(name), complaints.errors()[before]});
        return isBroken;
    };
    TomlSection file(root, "", complaints);
    std::set<std::string> names;
    for (TomlSection& section : file.sections("deployment")) {
        const std::size_t before = complaints.errors().size();
        Deployment deployment;
        DeploymentReader(section, deployment, builtinFormats).read();
        if (!deployment.name.empty() && !names.insert(deployment.name).second)
            section.addError(trNoop("has the name of another one; rename it", "data"));
        if (!addIfBroken(before, deployment.name))
            result.deployments.push_back(std::move(deployment));
    }
    const std::size_t before = complaints.errors().size();
    file.finish();
    addIfBroken(before, {});
}

} // namespace

ParsedDeployments parseDeployments(
    std::string_view text, std::string fileName, const FormatNames& builtinFormats)
{
    Diagnostics complaints(std::move(fileName));
    ParsedDeployments result;
    if (const std::size_t nul = text.find('\0'); nul != std::string_view::npos) {
        // Some parsers end at a NUL.
        const auto line = 1 + std::count(text.begin(), text.begin() + static_cast<long>(nul), '\n');
        const toml::source_position place{static_cast<toml::source_index>(line), 1};
        complaints.add(
            {place, place, {}}, trNoop("holds a NUL byte; is this a text file?", "data"));
    } else if (const toml::parse_result parsed = toml::parse(text); parsed) {
        readAll(parsed.table(), builtinFormats, complaints, result);
        collectPasswordVariables(parsed.table(), result.passwordVariables);
    } else {
        complaints.add(parsed.error().source(),
            Substitute(
                trNoop("this is no TOML: $0", "data"), displaySafe(parsed.error().description())));
    }
    result.errors = complaints.errors();
    return result;
}

} // namespace lockkeeper::config
