// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#include "core/output/plan_file.h"

#include "core/observe/waits/deadlock_evidence.h"
#include "core/output/board_json.h"
#include "core/redis/glob.h"
#include "core/release/missing_grant.h"
#include "core/release/os_user.h"
#include "core/text/bounded_json.h"
#include "core/text/display_safe.h"
#include "core/text/hex.h"
#include "core/text/random_bytes.h"
#include "core/words/lock_words.h"
#include "core/words/safety_words.h"

#include <absl/strings/escaping.h>
#include <absl/strings/substitute.h>
#include <algorithm>
#include <nlohmann/json.hpp>
#include <set>

namespace lockkeeper::output {
namespace {

using release::PlannedLock;
using release::Safety;
using Json = nlohmann::json;

constexpr int kVersion = 1;
constexpr const char* kSeal = "seal";
constexpr const char* kMayLive = "may_live";

/// A hash of the fields that must not change, in any order.
std::string sealOf(const std::string& id, Json line)
{
    line.erase(kSeal);
    line.erase(kMayLive);
    const std::string text = line.dump(-1, ' ', true, Json::error_handler_t::replace);
    return Fingerprint::ofString(id + "\n" + text).hex();
}

std::string sealedLine(JsonWriter& out, const std::string& id)
{
    out.field(kSeal, sealOf(id, parseBoundedJson<Json>(out.text() + "}")));
    out.closeObject();
    return out.text() + "\n";
}

void writeTexts(JsonWriter& out, const char* key, const std::vector<std::string>& texts)
{
    out.key(key).openArray();
    for (const std::string& text : texts)
        out.value(text);
    out.closeArray();
}

std::string headerLine(const PlanFile& plan)
{
    JsonWriter out;
    out.openObject();
    out.field("plan_version", kVersion);
    out.field("id", plan.id);
    out.field("deployment", plan.deployment);
    out.key("masters").openArray();
    for (const release::JournalMaster& master : plan.masters) {
        out.openObject();
        out.field("id", master.id);
        out.field("url", master.url);
        out.closeObject();
    }
    out.closeArray();
    out.field("selection", plan.selection);
    writeTexts(out, "match", plan.patterns);
    out.field("reason", plan.reason);
    out.field("made_unix_ms", plan.madeUnixMs);
    out.field("made_by", plan.madeBy);
    out.field("locks", plan.locks.size());
    return sealedLine(out, plan.id);
}

std::string lockLine(const PlanFile& plan, const PlannedLock& lock)
{
    JsonWriter out;
    out.openObject();
    writeResource(out, lock.resource);
    out.field("token_sha1", lock.token.hex());
    out.field("holder", lock.holder);
    if (lock.held)
        out.field("held_ms", lock.held->count());
    writeTexts(out, "evidence", lock.evidence);
    if (lock.isRepeatable())
        out.list("expires", lock.expiries, [&out](const release::PlannedExpiry& one) {
            out.object("master", one.master, "unix_ms", one.expiry.at);
        });
    out.key("safety").openObject();
    out.field("kind", nameOf(lock.shown.safety));
    out.field("text", lock.shown.text);
    out.closeObject();
    out.field("will", nameOf(lock.action));
    out.field(kMayLive, lock.mayLive);
    return sealedLine(out, plan.id);
}

const std::string* textIn(const Json& object, const char* key)
{
    const auto found = object.find(key);
    return found != object.end() ? found->get_ptr<const std::string*>() : nullptr;
}

std::string anyTextIn(const Json& object, const char* key)
{
    const std::string* const text = textIn(object, key);
    return text != nullptr ? *text : std::string();
}

std::vector<std::string> textsIn(const Json& object, const char* key)
{
    std::vector<std::string> texts;
    const auto list = object.find(key);
    if (list == object.end() || !list->is_array())
        return texts;
    for (const Json& one : *list) {
        if (const auto* const text = one.get_ptr<const std::string*>())
            texts.push_back(*text);
    }
    return texts;
}

std::optional<std::int64_t> numberIn(const Json& object, const char* key)
{
    const auto found = object.find(key);
    return found != object.end() && found->is_number_integer()
        ? std::optional(found->get<std::int64_t>())
        : std::nullopt;
}

/// Skips invalid ones: their lock is left alone.
std::vector<release::PlannedExpiry> expiriesIn(const Json& line)
{
    constexpr std::int64_t kLastTime = std::int64_t{1} << 53U;
    std::vector<release::PlannedExpiry> expiries;
    for (const Json& one : line.value("expires", Json::array())) {
        if (!one.is_object() || textIn(one, "master") == nullptr || !one.contains("unix_ms"))
            continue;
        const auto at = numberIn(one, "unix_ms");
        const bool isTime = at ? *at >= 0 && *at <= kLastTime : one["unix_ms"].is_null();
        if (!isTime)
            continue;
        release::PlannedExpiry expiry{.master = MasterId(*textIn(one, "master"))};
        if (at)
            expiry.expiry.at = std::chrono::milliseconds(*at);
        expiries.push_back(std::move(expiry));
    }
    return expiries;
}

bool isSealed(const Json& line, const std::string& id)
{
    const std::string* const seal = textIn(line, kSeal);
    return seal != nullptr && *seal == sealOf(id, line);
}

class PlanParser {
public:
    void read(std::string_view line, std::size_t number);
    tl::expected<PlanFile, std::vector<std::string>> result();

private:
    void complain(std::size_t number, const char* what)
    {
        m_wrong.push_back(absl::Substitute(trNoop("line $0: $1", "data"), number, what));
    }
    void readHeader(const Json& line, std::size_t number);
    void readLock(const Json& line, std::size_t number);

    PlanFile m_plan;
    bool m_hasHeader = false;
    std::set<std::pair<Resource, Fingerprint>> m_seen;
    std::vector<std::string> m_wrong;
};

void PlanParser::readHeader(const Json& line, std::size_t number)
{
    const auto version = line.is_object() ? numberIn(line, "plan_version") : std::nullopt;
    const std::string* const id = version ? textIn(line, "id") : nullptr;
    if (id == nullptr || id->empty())
        return complain(number,
            trNoop("is no header of a plan: give a file that `lockctl release --plan` or `revoke "
                   "--plan` has written",
                "data"));
    if (*version != kVersion)
        return complain(number,
            trNoop("is of another version of plans: make the plan with this lockctl", "data"));
    if (!isSealed(line, *id))
        return complain(number,
            trNoop("was altered: the header's seal does not fit; make the plan anew", "data"));
    m_hasHeader = true;
    m_plan.id = *id;
    m_plan.deployment = anyTextIn(line, "deployment");
    for (const Json& master : line.value("masters", Json::array())) {
        if (master.is_object())
            m_plan.masters.push_back({anyTextIn(master, "id"), anyTextIn(master, "url")});
    }
    m_plan.selection = anyTextIn(line, "selection");
    m_plan.patterns = textsIn(line, "match");
    if (const std::string* const reason = textIn(line, "reason"))
        m_plan.reason = *reason;
    m_plan.madeUnixMs = numberIn(line, "made_unix_ms").value_or(0);
    m_plan.madeBy = anyTextIn(line, "made_by");
}

void PlanParser::readLock(const Json& line, std::size_t number)
{
    const auto mayLive = line.find(kMayLive);
    if (!isSealed(line, m_plan.id))
        return complain(number,
            trNoop("was altered, or is of another plan: its seal does not fit; put it back as it "
                   "was made, or remove it",
                "data"));
    if (mayLive == line.end() || !mayLive->is_boolean())
        return complain(number, trNoop("\"may_live\" is neither true nor false", "data"));
    const auto token = Fingerprint::fromHex(anyTextIn(line, "token_sha1"));
    auto action = enumNamed<release::Action>(anyTextIn(line, "will"));
    if (action == release::Action::Ask)
        action.reset(); // a plan frees
    const Json shown = line.value("safety", Json::object());
    const auto safety
        = shown.is_object() ? enumNamed<Safety>(anyTextIn(shown, "kind")) : std::nullopt;
    std::string name = anyTextIn(line, "resource");
    const std::string* const encoded = textIn(line, "resource_b64");
    const bool isNamed = textIn(line, "resource") != nullptr
        && (encoded == nullptr || absl::Base64Unescape(*encoded, &name));
    if (!token || !safety || !isNamed || !action)
        return complain(number, trNoop("is no line of this plan: remove it", "data"));
    PlannedLock lock{.resource = Resource(name),
        .token = *token,
        .action = *action,
        .holder = anyTextIn(line, "holder"),
        .evidence = textsIn(line, "evidence"),
        .shown = {*safety, anyTextIn(shown, "text")},
        .mayLive = mayLive->get<bool>(),
        .expiries = expiriesIn(line)};
    if (const auto held = numberIn(line, "held_ms"))
        lock.held = std::chrono::milliseconds(*held);
    if (!m_seen.emplace(lock.resource, lock.token).second)
        return complain(number, trNoop("is there twice: remove one of them", "data"));
    m_plan.locks.push_back(std::move(lock));
}

void PlanParser::read(std::string_view line, std::size_t number)
{
    const bool isEmpty = line.find_first_not_of(" \t\r") == std::string_view::npos;
    if (isEmpty || (!m_hasHeader && !m_wrong.empty()))
        return;
    const Json json = parseBoundedJson<Json>(line);
    if (!m_hasHeader)
        readHeader(json, number);
    else if (!json.is_object())
        complain(
            number, trNoop("is no JSON object: put it back as it was made, or remove it", "data"));
    else
        readLock(json, number);
}

tl::expected<PlanFile, std::vector<std::string>> PlanParser::result()
{
    if (!m_hasHeader && m_wrong.empty())
        readHeader({}, 1);
    if (!m_wrong.empty())
        return tl::make_unexpected(std::move(m_wrong));
    return std::move(m_plan);
}

Result<release::Plan> planFor(
    const config::Deployment& deployment, const observe::LockEntry& entry, release::Action action)
{
    const auto token = leadingToken(entry.votes);
    if (!token)
        return fail(ErrorClass::Unsupported, trNoop("no token leads", "data"));
    auto plan = action == release::Action::Revoke
        ? release::planRevoke(deployment, entry, *token, {})
        : release::planRelease(deployment, entry, *token);
    if (plan && plan->certainty == observe::Certainty::Possible)
        return fail(ErrorClass::Unsupported,
            trNoop("it is only possibly a lock: free it by its name, or name such locks by --match",
                "data"));
    return plan;
}

/// "client 5ccedab0-...", "session 0x1f, fencing number 8"; other texts unchanged.
std::string idIn(const std::string& detail)
{
    const std::string named = detail.substr(0, detail.find(", "));
    const std::size_t blank = named.find(' ');
    const bool isNamed = blank != std::string::npos && blank == named.rfind(' ');
    return isNamed ? named.substr(blank + 1) : detail;
}

std::vector<release::JournalMaster> mastersOf(const config::Deployment& deployment)
{
    std::vector<release::JournalMaster> masters;
    for (const config::MasterConfig& master : deployment.masters)
        masters.push_back({master.id.value(), master.label()});
    return masters;
}

} // namespace

bool PlanSelection::matches(const observe::LockEntry& entry) const
{
    const bool isNamed
        = patterns.empty() || std::ranges::any_of(patterns, [&entry](const std::string& pattern) {
              return redis::globMatches(pattern, entry.resource.value());
          });
    if (!isNamed || (isStaleOnly && !observe::isStale(entry.stale)))
        return false;
    return !holder || isOf(entry.unpackLock().holder);
}

bool PlanSelection::isOf(const observe::Holder& other) const
{
    if (pid || other.host == holder)
        return other.host == holder && (!pid || other.pid == pid);
    if (other.node && other.app == holder)
        return true;
    return other.detail && (other.detail == holder || idIn(*other.detail) == holder);
}

std::optional<PlanSelection> PlanSelection::ofHolder(const observe::Holder& holder)
{
    if (holder.host)
        return PlanSelection{.holder = holder.host, .pid = holder.pid};
    if (!holder.detail || holder.detail->empty())
        return std::nullopt;
    return PlanSelection{.holder = idIn(*holder.detail)};
}

std::string PlanSelection::holderOption() const
{
    return holder.value_or(std::string()) + (pid ? ":" + std::to_string(*pid) : "");
}

std::string PlanSelection::text() const
{
    std::vector<std::string> parts;
    if (holder)
        parts.push_back("--holder " + holderOption());
    if (isStaleOnly)
        parts.emplace_back("--stale");
    for (const std::string& pattern : patterns)
        parts.push_back("--match " + pattern);
    std::string text;
    for (const std::string& part : parts)
        text.append(text.empty() ? "" : " ").append(part);
    return text;
}

Result<PlanFile> newPlan(const config::Deployment& deployment, const Clock& clock)
{
    const auto id = randomBytes(16);
    if (!id)
        return tl::make_unexpected(id.error());
    return PlanFile{.id = hex(*id),
        .deployment = deployment.name,
        .masters = mastersOf(deployment),
        .madeUnixMs
        = std::chrono::duration_cast<std::chrono::milliseconds>(clock.wallNow().time_since_epoch())
              .count(),
        .madeBy = release::osUser() + "@" + release::hostName()};
}

PlannedLock plannedLock(const observe::LockEntry& entry, const Fingerprint& token,
    release::Action action, release::ShownSafety shown, WallTime now)
{
    const InEnglish forPrograms;
    const observe::DecodedLock lock = entry.unpackLock(token);
    PlannedLock planned{.resource = entry.resource,
        .token = token,
        .action = action,
        .holder = words::holderAloneText(lock),
        .shown = std::move(shown)};
    if (lock.isValueShared())
        planned.votes = entry.votes;
    if (lock.holder.since)
        planned.held = std::chrono::floor<std::chrono::milliseconds>(now - *lock.holder.since);
    for (const observe::Evidence& evidence : entry.stale)
        planned.evidence.emplace_back(nameOf(evidence.kind));
    return planned;
}

std::size_t PlanFile::count(release::Action action) const
{
    return static_cast<std::size_t>(std::ranges::count(locks, action, &PlannedLock::action));
}

std::string_view PlanFile::action() const
{
    const std::size_t revoked = count(release::Action::Revoke);
    if (revoked != 0 && revoked != locks.size())
        return "mixed";
    return nameOf(revoked == 0 ? release::Action::Release : release::Action::Revoke);
}

std::size_t PlanFile::count(Safety safety) const
{
    return static_cast<std::size_t>(std::ranges::count_if(
        locks, [safety](const PlannedLock& lock) { return lock.shown.safety == safety; }));
}

Result<MadePlan> makePlan(const config::Deployment& deployment,
    const std::vector<observe::LockEntryPtr>& entries, const PlanSelection& selection,
    release::Action action, std::optional<std::string> reason, const Clock& clock,
    const observe::ProcessProbe& processes)
{
    auto begun = newPlan(deployment, clock);
    if (!begun)
        return tl::make_unexpected(begun.error());
    MadePlan made{.file = std::move(*begun)};
    made.file.selection = selection.text();
    made.file.patterns = selection.patterns;
    made.file.reason = std::move(reason);
    std::vector<release::Plan> plans;
    std::vector<release::LockToken> planned;
    for (const observe::LockEntryPtr& entry : entries) {
        if (!selection.matches(*entry))
            continue;
        auto plan = planFor(deployment, *entry, action);
        if (plan) {
            planned.push_back({entry, plan->token});
            plans.push_back(std::move(*plan));
        } else {
            made.leftOut.push_back({entry->resource, plan.error()});
        }
    }
    const auto refusals = release::foreseenRefusals(deployment, plans);
    release::LivenessSource others(deployment, clock);
    const auto verdicts = release::assessSafety(planned, processes, others, clock);
    for (std::size_t i = 0; i < plans.size(); ++i) {
        if (refusals[i])
            made.leftOut.push_back({planned[i].entry->resource, *refusals[i]});
        else
            made.file.locks.push_back(plannedLock(*planned[i].entry, planned[i].token, action,
                words::shownSafety(verdicts[i], words::Seen::Once), clock.wallNow()));
    }
    if (auto noted = release::noteExpiries(deployment, made.file.locks, clock, processes); !noted)
        return tl::make_unexpected(noted.error());
    return made;
}

std::string formatPlan(const PlanFile& plan)
{
    std::string text = headerLine(plan);
    for (const PlannedLock& lock : plan.locks)
        text += lockLine(plan, lock);
    return text;
}

tl::expected<PlanFile, std::vector<std::string>> parsePlan(std::string_view text)
{
    PlanParser parser;
    for (std::size_t number = 1; !text.empty(); ++number) {
        const std::size_t end = std::min(text.find('\n'), text.size());
        parser.read(text.substr(0, end), number);
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    return parser.result();
}

Result<void> checkMasters(const PlanFile& plan, const config::Deployment& deployment)
{
    if (plan.masters == mastersOf(deployment))
        return {};
    return fail(ErrorClass::InvalidArgument,
        absl::Substitute(trNoop("the plan is of other masters, of the deployment '$0': nothing was "
                                "done; name that deployment, or its masters",
                             "data"),
            displaySafe(plan.deployment)));
}

} // namespace lockkeeper::output
