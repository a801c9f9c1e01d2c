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

constexpr const char* nameOfAction(release::Action action)
{
    return action == release::Action::Revoke ? "revoke" : "release";
}

/// Of the fields that may not be changed, whatever their order and the blanks between them.
std::string sealOf(const std::string& id, Json line)
{
    line.erase(kSeal);
    line.erase(kMayLive);
    const std::string text = line.dump(-1, ' ', true, Json::error_handler_t::replace);
    return Fingerprint::ofString(id + "\n" + text).hex();
}

/// `out` is an object without its end.
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
    out.field("action", nameOfAction(plan.action));
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
    out.key("safety").openObject();
    out.field("kind", nameOf(lock.shown.safety));
    out.field("text", lock.shown.text);
    out.closeObject();
    out.field("will", nameOfAction(plan.action));
    out.field(kMayLive, lock.mayLive);
    return sealedLine(out, plan.id);
}

/// Null if it is not there, or of another type than `text`.
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

bool isSealed(const Json& line, const std::string& id)
{
    const std::string* const seal = textIn(line, kSeal);
    return seal != nullptr && *seal == sealOf(id, line);
}

std::optional<Safety> safetyNamed(const std::string& name)
{
    for (const Safety safety : {Safety::SafeToFree, Safety::Alive, Safety::NotKnown}) {
        if (name == nameOf(safety))
            return safety;
    }
    return std::nullopt;
}

/// Reads a plan line by line.
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
    m_plan.action = anyTextIn(line, "action") == nameOfAction(release::Action::Revoke)
        ? release::Action::Revoke
        : release::Action::Release;
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
    const Json shown = line.value("safety", Json::object());
    const auto safety = shown.is_object() ? safetyNamed(anyTextIn(shown, "kind")) : std::nullopt;
    std::string name = anyTextIn(line, "resource");
    const std::string* const encoded = textIn(line, "resource_b64");
    const bool isNamed = textIn(line, "resource") != nullptr
        && (encoded == nullptr || absl::Base64Unescape(*encoded, &name));
    if (!token || !safety || !isNamed || anyTextIn(line, "will") != nameOfAction(m_plan.action))
        return complain(number, trNoop("is no line of this plan: remove it", "data"));
    PlannedLock lock{.resource = Resource(name),
        .token = *token,
        .holder = anyTextIn(line, "holder"),
        .evidence = textsIn(line, "evidence"),
        .shown = {*safety, anyTextIn(shown, "text")},
        .mayLive = mayLive->get<bool>()};
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

/// What will be done with a lock, or why nothing can be.
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

PlannedLock plannedLock(const observe::LockEntry& entry, const release::Plan& plan,
    const Clock& clock, const observe::ProcessProbe& processes, release::LivenessSource& others)
{
    const InEnglish forPrograms;
    const observe::DecodedLock lock = entry.unpackLock(plan.token);
    PlannedLock planned{.resource = entry.resource,
        .token = plan.token,
        .holder = words::holderAloneText(lock),
        .shown = words::shownSafety(
            release::assessSafety(entry, plan.token, processes, others, clock), words::Seen::Once)};
    if (lock.holder.since)
        planned.held
            = std::chrono::floor<std::chrono::milliseconds>(clock.wallNow() - *lock.holder.since);
    for (const observe::Evidence& evidence : plan.evidence)
        planned.evidence.emplace_back(nameOf(evidence.kind));
    return planned;
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
    if (!host)
        return true;
    const observe::Holder holder = entry.unpackLock().holder;
    return holder.host == host && (!pid || holder.pid == pid);
}

std::string PlanSelection::text() const
{
    std::vector<std::string> parts;
    if (host)
        parts.push_back("--holder " + *host + (pid ? ":" + std::to_string(*pid) : ""));
    if (isStaleOnly)
        parts.emplace_back("--stale");
    for (const std::string& pattern : patterns)
        parts.push_back("--match " + pattern);
    std::string text;
    for (const std::string& part : parts)
        text.append(text.empty() ? "" : " ").append(part);
    return text;
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
    const auto id = randomBytes(16);
    if (!id)
        return tl::make_unexpected(id.error());
    MadePlan made{.file = {.id = hex(*id),
                      .action = action,
                      .deployment = deployment.name,
                      .masters = mastersOf(deployment),
                      .selection = selection.text(),
                      .patterns = selection.patterns,
                      .reason = std::move(reason),
                      .madeUnixMs = std::chrono::duration_cast<std::chrono::milliseconds>(
                          clock.wallNow().time_since_epoch())
                                        .count(),
                      .madeBy = release::osUser() + "@" + release::hostName()}};
    std::vector<release::Plan> plans;
    std::vector<observe::LockEntryPtr> planned;
    for (const observe::LockEntryPtr& entry : entries) {
        if (!selection.matches(*entry))
            continue;
        auto plan = planFor(deployment, *entry, action);
        if (plan) {
            plans.push_back(std::move(*plan));
            planned.push_back(entry);
        } else {
            made.leftOut.push_back({entry->resource, plan.error()});
        }
    }
    const auto refusals = release::foreseenRefusals(deployment, plans);
    release::LivenessSource others(deployment.liveness, clock);
    for (std::size_t i = 0; i < plans.size(); ++i) {
        if (refusals[i])
            made.leftOut.push_back({planned[i]->resource, *refusals[i]});
        else
            made.file.locks.push_back(plannedLock(*planned[i], plans[i], clock, processes, others));
    }
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
                                "done; name that deployment",
                             "data"),
            displaySafe(plan.deployment)));
}

} // namespace lockkeeper::output
