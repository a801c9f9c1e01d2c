// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/ctl/output/event_json.h"

#include "core/config/identity.h"
#include "core/output/waits_json.h"
#include "core/text/fingerprint.h"
#include "core/words/evidence_words.h"
#include "core/words/lock_words.h"

#include <absl/strings/str_cat.h>

namespace lockkeeper::ctl {
namespace {

/// "cron:bill is stale: ..." while a lock is in a state. Empty for other events.
std::string lockText(const observe::Event& event, const std::string& name, SteadyTime now)
{
    const observe::DecodedLock lock = event.entry->unpackLock();
    const std::string held = words::isHolderKnown(lock.holder)
        ? "; held by " + words::holderText(lock)
        : std::string();
    const std::string before = held.empty() ? held : held + " before";
    switch (event.kind) {
    case observe::EventKind::Stale:
        return event.isOver
            ? name + " is no longer stale"
            : absl::StrCat(name, " is stale: ", words::evidenceText(event.entry->stale, now), held);
    case observe::EventKind::Split:
        return event.isOver ? name + " is no longer split"
                            : name + " is split: no holder has a quorum";
    case observe::EventKind::TwoHolders:
        return event.isOver
            ? name + " is no longer at risk of two holders"
            : absl::StrCat(name,
                " may have two holders: ", words::evidenceText(event.entry->stale, now), held);
    case observe::EventKind::Lost:
        return absl::StrCat(name, " was lost by its masters, and not released", before);
    case observe::EventKind::Freed:
        return absl::StrCat(name, " was freed", before);
    default:
        return {};
    }
}

std::string circleText(const observe::Event& event)
{
    std::string circle;
    for (const observe::Deadlock::Link& link : event.deadlock->links)
        absl::StrAppend(&circle, displaySafe(link.resource.value()), " > ");
    circle += displaySafe(event.deadlock->links.front().resource.value());
    return event.isOver ? "no longer a deadlock: " + circle : "deadlock: " + circle;
}

std::string masterText(const observe::Event& event, const std::string& name)
{
    if (event.isOver)
        return absl::StrCat("master ", name, " answers again");
    const auto& error = event.masters.front().link.error;
    return absl::StrCat(
        "master ", name, " does not answer", error ? ": " + displaySafe(error->text) : "");
}

std::string textOf(const observe::Event& event, SteadyTime now)
{
    const std::string name = displaySafe(event.subject.value());
    switch (event.kind) {
    case observe::EventKind::Deadlock:
        return circleText(event);
    case observe::EventKind::Master:
        return masterText(event, name);
    case observe::EventKind::Quorum:
        return event.isOver
            ? std::string("the masters have a quorum again")
            : absl::StrCat("no quorum: ", event.allMasters - event.masters.size(), " of ",
                event.allMasters, " masters answer, ", event.quorum, " are needed");
    default:
        return lockText(event, name, now);
    }
}

void writeLockOf(
    output::JsonWriter& out, const observe::Event& event, const output::OutputTime& present)
{
    const observe::DecodedLock lock = event.entry->unpackLock();
    output::writeResource(out, event.subject);
    out.field("token", event.token ? event.token : observe::describedToken(event.entry->votes));
    out.field("format", words::libraryNames(lock));
    output::writeHolder(out.key("holder"), lock.holder);
    out.list("evidence", event.entry->stale, [&](const observe::Evidence& evidence) {
        out.object("kind", evidence.kind, "text", words::evidenceText(evidence, present.steady));
    });
}

void writeMasters(output::JsonWriter& out, const observe::Event& event)
{
    if (event.kind == observe::EventKind::Quorum)
        out.field(
            "quorum", event.quorum, "masters_answered", event.allMasters - event.masters.size());
    out.list("masters", event.masters, [&](const observe::MasterStatus& master) {
        out.openObject();
        output::writeMasterLink(out, master);
        out.field("error", output::errorText(master.link.error));
        out.closeObject();
    });
}

} // namespace

std::string eventId(const config::Deployment& deployment, const observe::Event& event)
{
    constexpr std::size_t kDigits = 16;
    // Of a circle, the lock to release may change.
    const Resource& subject
        = event.deadlock ? event.deadlock->links.front().resource : event.subject;
    return Fingerprint::ofString(
        absl::StrCat(config::identityOf(deployment), "\n", nameOf(event.kind), "\n",
            event.token ? event.token->hex() : std::string(), "\n", subject.value()))
        .hex()
        .substr(0, kDigits);
}

std::string eventLine(const config::Deployment& deployment, const observe::Event& event,
    const std::string& id, std::size_t leftOut, const output::OutputTime& present)
{
    return output::objectLine([&](output::JsonWriter& out) {
        out.field("event", event.kind, "id", id, "ended", event.isOver);
        out.field("at_start", event.isFromStart, "deployment", deployment.name);
        out.field("text", textOf(event, present.steady));
        out.field("time_unix_ms", present.unixTime(event.at));
        out.field("since_unix_ms", present.unixTime(event.since));
        out.field("left_out", leftOut);
        if (event.entry)
            writeLockOf(out, event, present);
        else if (event.deadlock) {
            output::writeResource(out, event.subject);
            output::writeDeadlock(out.key("deadlock"), *event.waits, *event.deadlock);
        } else
            writeMasters(out, event);
    });
}

} // namespace lockkeeper::ctl
