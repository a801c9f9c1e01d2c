// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#include "core/config/deployments_text.h"
#include "core/config/ensemble.h"
#include "core/config/toml_text.h"
#include "core/enum_names.h"
#include "core/text/display_safe.h"
#include "core/text/duration_text.h"
#include "core/text/percent.h"
#include "core/text/translate.h"

#include <absl/strings/substitute.h>
#include <array>
#include <charconv>

namespace lockkeeper::config {
namespace {

std::string listOf(const std::vector<std::string>& texts)
{
    std::string out = "[";
    for (const std::string& text : texts)
        out.append(out.size() > 1 ? ", " : "").append(tomlQuoted(text));
    return out + "]";
}

std::string numberText(double value)
{
    std::array<char, 32> digits{};
    const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), value).ptr;
    return {digits.data(), end};
}

/// With user, never a password.
std::string urlText(const redis::Url& url)
{
    constexpr std::string_view kMark = "://***@";
    std::string text = url.redacted();
    const std::size_t at = text.find(kMark);
    if (at == std::string::npos)
        return text;
    std::string login = percentEncodeField(url.user);
    if (!login.empty())
        login += '@';
    return text.replace(at + 3, kMark.size() - 3, login);
}

class TomlWriter {
public:
    void table(std::string_view header) { m_text.append("\n").append(header).append("\n"); }
    void line(std::string_view key, std::string_view value)
    {
        m_text.append(key).append(" = ").append(value).append("\n");
    }
    void text(std::string_view key, std::string_view value)
    {
        if (!value.empty())
            line(key, tomlQuoted(value));
    }
    void duration(std::string_view key, std::chrono::milliseconds value)
    {
        line(key, tomlQuoted(formatDuration(value)));
    }
    [[nodiscard]] const std::string& all() const noexcept { return m_text; }

private:
    std::string m_text;
};

std::vector<std::string> urlTexts(const std::vector<redis::Url>& urls)
{
    std::vector<std::string> texts;
    for (const redis::Url& url : urls)
        texts.push_back(urlText(url));
    return texts;
}

void writePlainMasters(TomlWriter& lines, const Deployment& deployment)
{
    std::string list;
    for (const MasterConfig& master : deployment.masters) {
        if (master.sentinel || !master.clusterSeeds.empty())
            continue;
        list.append("\n    { id = ").append(tomlQuoted(master.id.value()));
        const std::string url = urlText(master.url);
        list.append(", url = ")
            .append(tomlQuoted(master.ensemble ? ensembleUrl(*master.ensemble, url) : url));
        if (!master.password.environment.empty())
            list.append(", password_env = ").append(tomlQuoted(master.password.environment));
        if (!master.password.file.empty())
            list.append(", password_file = ").append(tomlQuoted(master.password.file));
        if (master.ensemble && master.ensemble->adminPort)
            list.append(", admin_port = ").append(std::to_string(*master.ensemble->adminPort));
        list.append(" },");
    }
    if (!list.empty())
        lines.line("masters", "[" + list + "\n]");
}

void writeGroup(TomlWriter& lines, const MasterConfig& master)
{
    const SentinelGroup& group = *master.sentinel;
    lines.table("[[deployment.sentinel]]");
    lines.text("id", master.id.value());
    lines.text("group", group.name);
    lines.line("sentinels", listOf(urlTexts(group.sentinels)));
    lines.text("sentinel_password_env", group.password.environment);
    lines.text("sentinel_password_file", group.password.file);
    lines.text("user", master.url.user);
    lines.text("password_env", master.password.environment);
    lines.text("password_file", master.password.file);
    if (master.url.database != 0)
        lines.line("database", std::to_string(master.url.database));
}

void writeCluster(TomlWriter& lines, const MasterConfig& master)
{
    lines.table("[[deployment.cluster]]");
    lines.text("id", master.id.value());
    lines.line("seeds", listOf(urlTexts(master.clusterSeeds)));
    lines.text("password_env", master.password.environment);
    lines.text("password_file", master.password.file);
}

void writeSettings(TomlWriter& lines, const Deployment& deployment)
{
    const Thresholds& limits = deployment.thresholds;
    lines.table("[deployment.thresholds]");
    lines.duration("max_lease", limits.maxLease);
    lines.duration("renewed_for", limits.renewedFor);
    lines.line("times_usual", numberText(limits.timesUsual));
    lines.line("commands_per_second", std::to_string(limits.commandsPerSecond));
    const Liveness& liveness = deployment.liveness;
    if (!liveness.command.empty() || liveness.ask) {
        lines.table("[deployment.liveness]");
        if (!liveness.command.empty())
            lines.line("command", listOf(liveness.command));
        if (liveness.ask)
            lines.text("ask", nameOf(*liveness.ask));
        for (const auto& [key, value] : {std::pair("namespace", &liveness.nameSpace),
                 std::pair("container", &liveness.container),
                 std::pair("context", &liveness.context)}) {
            if (!value->empty())
                lines.text(key, *value);
        }
        lines.duration("within", liveness.within);
    }
    if (!deployment.formatHints.empty())
        lines.table("[deployment.format_hints]");
    for (const FormatHint& hint : deployment.formatHints)
        lines.line(tomlQuoted(hint.keys), tomlQuoted(hint.format));
    for (const UserFormat& format : deployment.formats) {
        lines.table("[[deployment.format]]");
        lines.text("name", format.name);
        lines.text("keys", format.keys);
        lines.text("type", nameOf(format.type));
        lines.text("value", format.value);
        lines.text("since_unit", nameOf(format.sinceUnit));
    }
}

void write(TomlWriter& lines, const Deployment& deployment)
{
    lines.table("[[deployment]]");
    lines.text("name", deployment.name);
    lines.text("class", nameOf(deployment.deploymentClass));
    lines.line("read_only", deployment.isReadOnly ? "true" : "false");
    writePlainMasters(lines, deployment);
    if (!deployment.patterns.empty())
        lines.line("patterns", listOf(deployment.patterns));
    lines.duration("sweep_interval", deployment.interval);
    lines.duration("resweep_interval", deployment.resweepInterval);
    lines.duration("timeout", deployment.timeout);
    lines.text("restart_quarantine", nameOf(deployment.restartQuarantine));
    lines.duration("longest_ttl", deployment.longestTtl);
    lines.text("history", deployment.history.url);
    lines.text("history_password_env", deployment.history.source.environment);
    lines.text("history_password_file", deployment.history.source.file);
    for (const MasterConfig& master : deployment.masters) {
        if (master.sentinel)
            writeGroup(lines, master);
        else if (!master.clusterSeeds.empty())
            writeCluster(lines, master);
    }
    writeSettings(lines, deployment);
}

bool hasLosablePassword(const Deployment& deployment)
{
    if (deployment.history.source.isEmpty() && !deployment.history.password.isEmpty())
        return true;
    for (const MasterConfig& master : deployment.masters) {
        if (master.password.isEmpty() && !master.url.password.isEmpty())
            return true;
        if (!master.sentinel || !master.sentinel->password.isEmpty())
            continue;
        for (const redis::Url& sentinel : master.sentinel->sentinels) {
            if (!sentinel.password.isEmpty())
                return true;
        }
    }
    return false;
}

} // namespace

Result<std::string> formatDeployments(const std::vector<Deployment>& deployments)
{
    TomlWriter lines;
    for (const Deployment& deployment : deployments) {
        if (hasLosablePassword(deployment))
            return fail(ErrorClass::InvalidArgument,
                absl::Substitute(trNoop("deployment '$0' has a password, which is not written to "
                                        "files; name the variable or the file that holds it",
                                     "data"),
                    displaySafe(deployment.name)));
        write(lines, deployment);
    }
    // Unparsable text must not replace good text.
    const ParsedDeployments parsed = parseDeployments(lines.all(), "new file");
    if (!parsed.errors.empty())
        return tl::make_unexpected(parsed.errors.front());
    return "# Lockkeeper's deployments; see docs/deployments.md.\n" + lines.all();
}

} // namespace lockkeeper::config
