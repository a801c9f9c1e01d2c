// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#include "core/lab/experiment.h"

#include "core/config/toml_section.h"
#include "core/enum_names.h"
#include "core/lab/built_in.h"
#include "core/lock/scheme.h"
#include "core/never_destroyed.h"
#include "core/text/display_safe.h"
#include "core/text/number.h"
#include "core/text/translate.h"

#include <absl/strings/str_join.h>
#include <absl/strings/str_split.h>
#include <absl/strings/substitute.h>
#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <span>

namespace lockkeeper::lab {
namespace {

using absl::Substitute;
using config::PlacedText;
using config::TomlSection;

constexpr double kMostTtls = 100;

enum class Follows { Nothing, Amount, AmountBelow, Point, Master, Lock };

template <class Kind> struct Verb {
    std::string_view phrase;
    Kind kind;
    Follows follows = Follows::Nothing;
    bool isOfMaster = false;
};

using Asked = Verb<Condition::Kind>;
constexpr std::array kConditions{
    Asked{"holds", Condition::Kind::Holds},
    Asked{"holds lock", Condition::Kind::Holds, Follows::Lock},
    Asked{"waits", Condition::Kind::Waits},
    Asked{"is at", Condition::Kind::Held, Follows::Point},
    Asked{"has read", Condition::Kind::Read},
    Asked{"has sold", Condition::Kind::Sold},
    Asked{"has released", Condition::Kind::Freed},
    Asked{"is no longer stored", Condition::Kind::Over},
};

using Done = Verb<Deed::Kind>;
constexpr std::array kDeeds{
    Done{"is ahead by", Deed::Kind::SetAhead, Follows::Amount},
    Done{"is behind by", Deed::Kind::SetAhead, Follows::AmountBelow},
    Done{"takes", Deed::Kind::Take},
    Done{"takes lock", Deed::Kind::Take, Follows::Lock},
    Done{"reads", Deed::Kind::Read},
    Done{"sells", Deed::Kind::Sell, Follows::Amount},
    Done{"releases", Deed::Kind::Free},
    Done{"is done", Deed::Kind::Done},
    Done{"is held at", Deed::Kind::HoldAt, Follows::Point},
    Done{"goes on", Deed::Kind::GoOn},
    Done{"is paused", Deed::Kind::Pause},
    Done{"is resumed", Deed::Kind::Resume},
    Done{"is killed", Deed::Kind::Kill},
    Done{"leaves the lock", Deed::Kind::Leave},
    Done{"loses the next reply", Deed::Kind::LoseReply},
    Done{"is cut off from", Deed::Kind::CutOff, Follows::Master},
    Done{"reaches", Deed::Kind::Reach, Follows::Master},
    Done{"is ahead by", Deed::Kind::SetAhead, Follows::Amount, true},
    Done{"is far from", Deed::Kind::Far, Follows::Master},
    Done{"is stopped", Deed::Kind::Pause, Follows::Nothing, true},
    Done{"answers again", Deed::Kind::Resume, Follows::Nothing, true},
    Done{"dies", Deed::Kind::Kill, Follows::Nothing, true},
    Done{"starts empty", Deed::Kind::StartEmpty, Follows::Nothing, true},
    Done{"starts with its data", Deed::Kind::StartWithData, Follows::Nothing, true},
    Done{"is no longer replicated", Deed::Kind::FallBehind, Follows::Nothing, true},
    Done{"fails over", Deed::Kind::FailOver, Follows::Nothing, true},
};

template <class Kind> struct Phrase {
    const Verb<Kind>* verb = nullptr;
    char who = 'A';
    std::string rest;
};

class ExperimentReader {
public:
    ExperimentReader(TomlSection& file, Experiment& experiment)
        : m_file(file)
        , m_experiment(experiment)
    { }

    void read();

private:
    [[nodiscard]] static std::string required(TomlSection& section, std::string_view key);
    static void readVariant(TomlSection& section, Variant& variant);
    static void readQuarantine(TomlSection& section, Variant& variant);
    static void checkAbilities(TomlSection& section, const Variant& variant);
    [[nodiscard]] static std::optional<int> whole(
        TomlSection& section, std::string_view key, TomlSection::Range range);
    void readStep(TomlSection& section);
    void readDeed(TomlSection& section, const PlacedText& text, Deed& deed);
    void readCondition(TomlSection& section, const PlacedText& text, std::string_view phrase,
        std::vector<Condition>& conditions);
    template <class Kind>
    [[nodiscard]] std::optional<Phrase<Kind>> readPhrase(TomlSection& section,
        const PlacedText& text, std::string_view phrase, std::span<const Verb<Kind>> verbs);
    [[nodiscard]] bool isThere(char who) const noexcept;
    [[nodiscard]] static std::optional<Point> readPoint(
        TomlSection& section, const PlacedText& text, std::string_view name);
    [[nodiscard]] static int readNumber(
        TomlSection& section, const PlacedText& text, std::string_view number, int most);

    TomlSection& m_file;
    Experiment& m_experiment;
};

std::string ExperimentReader::required(TomlSection& section, std::string_view key)
{
    const auto text = section.text(key);
    if (text ? text->text.empty() : !section.has(key))
        section.addError(
            Substitute(trNoop("has no $0; add $0 = \"...\"", "data"), std::string(key)));
    return text ? text->text : std::string();
}

void ExperimentReader::readQuarantine(TomlSection& section, Variant& variant)
{
    const auto text = section.text("quarantine");
    if (!text)
        return;
    if (const auto named = enumNamed<config::RestartQuarantine>(text->text))
        variant.quarantine = *named;
    else
        section.addError(text->source,
            Substitute(trNoop("quarantine is '$0'; write auto, always or off", "data"),
                displaySafe(text->text, 64)));
}

std::optional<int> ExperimentReader::whole(
    TomlSection& section, std::string_view key, TomlSection::Range range)
{
    const auto number = section.number(key, range);
    if (!number)
        return std::nullopt;
    if (*number != std::floor(*number))
        section.addError(
            Substitute(trNoop("$0 has to be a whole number", "data"), std::string(key)));
    return static_cast<int>(*number);
}

/// ZooKeeper has no points: one request creates a node that ends with its session.
bool isFitForZooKeeper(const Experiment& experiment)
{
    using Kind = Deed::Kind;
    return std::ranges::all_of(experiment.steps, [](const Step& step) {
        const bool isForHeld = !step.when.empty() && !step.patience
            && std::ranges::all_of(
                step.when, [](const Condition& one) { return one.kind == Condition::Kind::Held; });
        if (isForHeld)
            return false;
        switch (step.deed.kind) {
        case Kind::CutOff:
        case Kind::Reach:
        case Kind::Far:
        case Kind::Near:
            return false;
        case Kind::Pause:
        case Kind::Resume:
            return step.deed.who <= 'a'; // or a contender
        default:
            return !step.deed.isOfMaster();
        }
    });
}

void ExperimentReader::checkAbilities(TomlSection& section, const Variant& variant)
{
    const auto found = lock::findScheme(variant.scheme);
    if (!found && !variant.isInZooKeeper())
        return;
    const lock::Scheme::Abilities abilities
        = found ? found->get().abilities() : lock::Scheme::Abilities{.isFenceable = true};
    const auto check = [&](bool isWanted, bool isAble, const char* key) {
        if (isWanted && !isAble)
            section.addError(Substitute(trNoop("scheme $0 can't do that; leave $1 out", "data"),
                variant.scheme, std::string(key)));
    };
    check(variant.masters > 1, abilities.hasManyMasters, "masters");
    check(variant.isRenewed, abilities.isExtendable, "renewed");
    check(variant.isFenced, abilities.isFenceable, "fenced");
}

void ExperimentReader::readVariant(TomlSection& section, Variant& variant)
{
    variant.scheme = required(section, "scheme");
    const auto found = lock::findScheme(variant.scheme);
    if (!found && !variant.scheme.empty() && !variant.isInZooKeeper())
        section.addError(found.error().text);
    if (const auto masters = whole(section, "masters", {1, static_cast<double>(kMostMasters)}))
        variant.masters = static_cast<std::size_t>(*masters);
    variant.hasReplica = section.flag("replica").value_or(variant.hasReplica);
    variant.isRenewed = section.flag("renewed").value_or(variant.isRenewed);
    variant.longest = section.number("longest", {0, kMostTtls}).value_or(variant.longest);
    variant.isFenced = section.flag("fenced").value_or(variant.isFenced);
    variant.polling = section.number("polling", {0, kMostTtls}).value_or(variant.polling);
    variant.jitter = section.number("jitter", {0, kMostTtls}).value_or(variant.jitter);
    variant.isProtected = section.flag("protected").value_or(variant.isProtected);
    variant.isReentrant = section.flag("reentrant").value_or(variant.isReentrant);
    variant.isGivingUp = section.flag("gives_up").value_or(variant.isGivingUp);
    if (const auto value = section.text("value"))
        variant.value = value->text;
    readQuarantine(section, variant);
    variant.outcome.isTwo = section.flag("two").value_or(false);
    variant.outcome.isStuck = section.flag("stuck").value_or(false);
    variant.outcome.sold = whole(section, "sold", {0, 1000});
    variant.outcome.isWaiting = section.flag("waits");
    variant.lesson = required(section, "lesson");
    checkAbilities(section, variant);
    section.finish();
}

bool ExperimentReader::isThere(char who) const noexcept
{
    const std::size_t masters = std::min(m_experiment.fault.masters, m_experiment.cure.masters);
    return who >= 'a' ? static_cast<std::size_t>(who - 'a') < masters
                      : static_cast<std::size_t>(who - 'A') < m_experiment.contenders;
}

template <class Kind>
std::optional<Phrase<Kind>> ExperimentReader::readPhrase(TomlSection& section,
    const PlacedText& text, std::string_view phrase, std::span<const Verb<Kind>> verbs)
{
    const bool isLetter = phrase.size() > 2 && phrase[1] == ' '
        && ((phrase[0] >= 'A' && phrase[0] <= 'H') || (phrase[0] >= 'a' && phrase[0] <= 'e'));
    if (!isLetter || !isThere(phrase[0])) {
        section.addError(text.source,
            Substitute(trNoop("'$0' begins with nobody who is there: contenders are A, B ..., "
                              "masters a, b ...",
                           "data"),
                displaySafe(phrase, 64)));
        return std::nullopt;
    }
    const bool isOfMaster = phrase[0] >= 'a';
    std::string known;
    for (const Verb<Kind>& verb : verbs) {
        if (verb.isOfMaster != isOfMaster)
            continue;
        known.append(known.empty() ? "" : ", ").append(verb.phrase);
        const std::string_view said = phrase.substr(2);
        const bool hasRest = verb.follows != Follows::Nothing;
        if (!hasRest && said == verb.phrase)
            return Phrase<Kind>{&verb, phrase[0], {}};
        if (hasRest && said.size() > verb.phrase.size() + 1 && said.starts_with(verb.phrase)
            && said[verb.phrase.size()] == ' ')
            return Phrase<Kind>{&verb, phrase[0], std::string(said.substr(verb.phrase.size() + 1))};
    }
    section.addError(text.source,
        Substitute(trNoop("'$0' is not known here; what $1 may do: $2", "data"),
            displaySafe(phrase, 64), std::string(1, phrase[0]), known));
    return std::nullopt;
}

std::optional<Point> ExperimentReader::readPoint(
    TomlSection& section, const PlacedText& text, std::string_view name)
{
    if (const auto point = enumNamed<Point>(name))
        return point;
    section.addError(text.source,
        Substitute(trNoop("there is no point '$0'; write one of: $1", "data"),
            displaySafe(name, 64), absl::StrJoin(enumNames(Point{}), ", ")));
    return std::nullopt;
}

int ExperimentReader::readNumber(
    TomlSection& section, const PlacedText& text, std::string_view number, int most)
{
    const int read = numberIn<int>(number).value_or(0);
    if (read >= 1 && read <= most)
        return read;
    section.addError(text.source,
        most == 1
            ? std::string(trNoop("there is one lock; write locks = 2 above the sections", "data"))
            : Substitute(
                trNoop("'$0' is no number from 1 to $1", "data"), displaySafe(number, 64), most));
    return 1;
}

void ExperimentReader::readCondition(TomlSection& section, const PlacedText& text,
    std::string_view phrase, std::vector<Condition>& conditions)
{
    const auto said = readPhrase<Condition::Kind>(section, text, phrase, kConditions);
    if (!said)
        return;
    Condition condition{.kind = said->verb->kind, .who = said->who};
    if (said->verb->follows == Follows::Point) {
        const auto point = readPoint(section, text, said->rest);
        if (!point)
            return;
        condition.point = *point;
    }
    if (said->verb->follows == Follows::Lock)
        condition.lock = readNumber(section, text, said->rest, m_experiment.locks);
    conditions.push_back(condition);
}

void ExperimentReader::readDeed(TomlSection& section, const PlacedText& text, Deed& deed)
{
    if (text.text == "end") {
        deed.kind = Deed::Kind::End;
        return;
    }
    const auto said = readPhrase<Deed::Kind>(section, text, text.text, kDeeds);
    if (!said)
        return;
    deed.kind = said->verb->kind;
    deed.who = said->who;
    const bool isOfReplica
        = deed.kind == Deed::Kind::FallBehind || deed.kind == Deed::Kind::FailOver;
    if (isOfReplica && (deed.who != 'a' || !m_experiment.fault.hasReplica))
        section.addError(text.source,
            trNoop("only master a has a replica, with replica = true under [fault]", "data"));
    if (said->verb->follows == Follows::Point)
        deed.point = readPoint(section, text, said->rest).value_or(Point::Take);
    const bool isBelow = said->verb->follows == Follows::AmountBelow;
    if (said->verb->follows == Follows::Amount || isBelow) {
        deed.amount = readNumber(section, text, said->rest, kStock);
        deed.amount = isBelow ? -deed.amount : deed.amount;
    }
    if (said->verb->follows == Follows::Lock)
        deed.lock = readNumber(section, text, said->rest, m_experiment.locks);
    if (said->verb->follows == Follows::Master) {
        const bool isMaster
            = said->rest.size() == 1 && said->rest[0] >= 'a' && isThere(said->rest[0]);
        if (!isMaster)
            section.addError(text.source,
                Substitute(trNoop("there is no master '$0'", "data"), displaySafe(said->rest, 64)));
        deed.master = said->rest[0];
    }
}

void ExperimentReader::readStep(TomlSection& section)
{
    Step step{.when = {},
        .deed = {.kind = Deed::Kind::Done},
        .say = required(section, "say"),
        .line = section.line()};
    const auto what = section.text("do");
    if (what)
        readDeed(section, *what, step.deed);
    else
        section.addError(trNoop("has no do; add do = \"...\"", "data"));
    if (const auto when = section.text("when")) {
        for (const std::string& one : std::vector<std::string>(absl::StrSplit(when->text, " or ")))
            readCondition(section, *when, one, step.when);
    }
    if (!m_experiment.steps.empty() && m_experiment.steps.back().deed.kind == Deed::Kind::End)
        section.addError(trNoop("stands after the end; leave it out", "data"));
    step.after = section.number("after", {0, kMostTtls}).value_or(0);
    step.patience = section.number("patience", {0, kMostTtls});
    section.finish();
    m_experiment.steps.push_back(std::move(step));
}

void ExperimentReader::read()
{
    m_experiment.name = required(m_file, "name");
    m_experiment.title = required(m_file, "title");
    m_experiment.group = required(m_file, "group");
    m_experiment.question = required(m_file, "question");
    m_experiment.contenders = static_cast<std::size_t>(
        whole(m_file, "contenders", {1, static_cast<double>(kMostContenders)}).value_or(2));
    m_experiment.locks = whole(m_file, "locks", {1, static_cast<double>(kMostLocks)}).value_or(1);
    m_experiment.length = m_file.number("length", {1, kMostTtls}).value_or(m_experiment.length);
    for (const PlacedText& scheme : m_file.texts("fails")) {
        if (const auto found = lock::findScheme(scheme.text); !found && scheme.text != kZooKeeper)
            m_file.addError(scheme.source, found.error().text);
        m_experiment.fails.push_back(scheme.text);
    }
    if (auto fault = m_file.section("fault"))
        readVariant(*fault, m_experiment.fault);
    else
        m_file.addError(trNoop("has no section [fault]: the way to lock that fails", "data"));
    m_experiment.cure.masters = m_experiment.fault.masters;
    m_experiment.cure.hasReplica = m_experiment.fault.hasReplica;
    if (auto cure = m_file.section("cure"))
        readVariant(*cure, m_experiment.cure);
    else
        m_file.addError(
            trNoop("has no section [cure]: the way to lock that withstands it", "data"));
    auto steps = m_file.sections("step");
    if (steps.empty())
        m_file.addError(trNoop("has no [[step]]", "data"));
    for (TomlSection& step : steps)
        readStep(step);
    const bool isInZooKeeper
        = m_experiment.fault.isInZooKeeper() || m_experiment.cure.isInZooKeeper();
    if (isInZooKeeper && !isFitForZooKeeper(m_experiment))
        m_file.addError(trNoop("has a step that ZooKeeper does not have: its only server may be "
                               "stopped and resumed, and contenders are always within reach",
            "data"));
    m_file.finish();
}

} // namespace

std::string resourceOf(int lock)
{
    constexpr const char* kFirst = "lock:till";
    return lock == 1 ? kFirst : Substitute("$0-$1", kFirst, lock);
}

Experiment parseExperiment(
    std::string_view text, const std::string& file, std::vector<Error>& errors)
{
    Experiment experiment;
    config::Diagnostics complaints(displaySafe(file, 4096));
    const toml::parse_result parsed = toml::parse(text);
    if (parsed) {
        TomlSection top(parsed.table(), trNoop("the experiment", "data"), complaints);
        ExperimentReader(top, experiment).read();
    } else {
        complaints.add(parsed.error().source(), std::string(parsed.error().description()));
    }
    errors.insert(errors.end(), complaints.errors().begin(), complaints.errors().end());
    return experiment;
}

std::optional<Variant> variantWith(const Experiment& experiment, const std::string& scheme)
{
    const bool isCure = experiment.cure.scheme == scheme && !experiment.cure.isFenced;
    if (experiment.fault.scheme == scheme)
        return experiment.fault;
    if (isCure)
        return experiment.cure;
    Variant variant = experiment.fault;
    variant.scheme = scheme;
    if (variant.isInZooKeeper()) {
        variant.masters = 1;
        variant.hasReplica = variant.isRenewed = false;
        variant.polling = variant.jitter = 0; // it queues
        return isFitForZooKeeper(experiment) ? std::optional(variant) : std::nullopt;
    }
    const auto found = lock::findScheme(scheme);
    variant.isRenewed = experiment.cure.isRenewed && found && found->get().abilities().isExtendable;
    if (!found || found->get().abilities().hasManyMasters)
        return variant;
    variant.masters = 1;
    const bool namesOthers = std::ranges::any_of(experiment.steps, [](const Step& step) {
        return (step.deed.isOfMaster() && step.deed.who != 'a') || step.deed.master != 'a';
    });
    return namesOthers ? std::nullopt : std::optional(variant);
}

const std::vector<Experiment>& builtInExperiments()
{
    static const NeverDestroyed<std::vector<Experiment>> all([] {
        std::vector<Experiment> read;
        std::vector<Error> errors;
        for (const BuiltIn& one : builtInTexts())
            read.push_back(parseExperiment(one.text, std::string(one.file), errors));
        if (!errors.empty())
            std::abort(); // a test reads all of them
        return read;
    }());
    return *all;
}

} // namespace lockkeeper::lab
