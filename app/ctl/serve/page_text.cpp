// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/ctl/serve/page_text.h"

#include "app/language/language.h"
#include "core/output/json_writer.h"
#include "core/text/sha256.h"
#include "core/text/translate.h"
#include "core/words/time_words.h"

#include <absl/strings/escaping.h>
#include <absl/strings/str_replace.h>
#include <absl/strings/substitute.h>

namespace lockkeeper::ctl {
namespace {

struct Word {
    const char* key;
    const char* english;
    const char* context = nullptr;
};

constexpr Word kWords[] = {
    {"locks", trNoop("Locks")},
    {"problems", trNoop("Problems")},
    {"deployment", trNoop("Deployment")},
    {"deployments", trNoop("Deployments")},
    {"masters", trNoop("Masters")},
    {"resource", trNoop("Resource")},
    {"evidence", trNoop("Evidence")},
    {"holder", trNoop("Holder")},
    {"held_for", trNoop("Held for")},
    {"remaining", trNoop("Remaining")},
    {"votes", trNoop("Votes")},
    {"votes_per_master", trNoop("Votes per master")},
    {"waiting", trNoop("Waiting")},
    {"library", trNoop("Library")},
    {"master", trNoop("Master")},
    {"state", trNoop("State")},
    {"token", trNoop("Token")},
    {"ttl", trNoop("TTL")},
    {"confirmed", trNoop("Confirmed")},
    {"error", trNoop("Error")},
    {"note", trNoop("Note")},
    {"facts", trNoop("Facts")},
    {"filter", trNoop("Filter")},
    {"filter_hint", trNoop("Filter: orders:* web-3 stale")},
    {"clear", trNoop("Clear the filter")},
    {"close", trNoop("Close")},
    {"language", trNoop("Language")},
    {"theme", trNoop("Light or dark")},
    {"as_system", trNoop("As the system")},
    {"light", trNoop("Light")},
    {"dark", trNoop("Dark")},
    {"read_only", trNoop("read-only")},
    {"keys", trNoop("/ filter, \u2191\u2193 row, Enter details, Esc back")},
    {"more", trNoop("$0 more")},
    {"at_least", trNoop("\u2265 $0", "held for this long or longer")},
    {"at_least_spoken", trNoop("at least $0")},
    {"range", trNoop("$0 to $1")},
    {"old", trNoop("$0, old")},
    {"state_reason", trNoop("$0: $1")},
    {"of_votes", trNoop("$0 of $1", "votes")},
    {"shown", trNoop("$0 of $1 locks", "shown")},
    {"one_lock", trNoop("$0 lock")},
    {"many_locks", trNoop("$0 locks")},
    {"no_match", trNoop("No lock matches the filter")},
    {"no_locks", trNoop("no locks found")},
    {"only_problems",
        trNoop("There are $0 locks, too many for this page: only those with a problem are shown. "
               "`lockctl serve --match GLOB` watches fewer")},
    {"connecting", trNoop("connecting", "connection")},
    {"age", trNoop("data from $0 ago")},
    {"fresh", trNoop("data from less than 2 s ago")},
    {"lost", trNoop("not connected since $0: what is shown is $1 old")},
    {"late", trNoop("lockctl reads nothing new: what is shown is $0 old")},
    {"busy", trNoop("There are too many clients. Trying again")},
    {"gone", trNoop("gone: a quorum of masters does not store its token any more")},
    {"no_details", trNoop("The details can't be read now")},
    {"access_token", trNoop("Access token")},
    {"login_hint", trNoop("The token with which `lockctl serve` was started")},
    {"log_in", trNoop("Log in")},
    {"log_out", trNoop("Log out")},
    {"wrong_token", trNoop("This is not the token")},
    {"not_reached", trNoop("lockctl does not answer: try again")},
};

void writeWords(output::JsonWriter& out, Language language)
{
    const InLanguage inLanguage(catalogueOf(language));
    out.openObject();
    for (const Word& word : kWords)
        out.field(word.key, std::string(tr(word.english, word.context)));
    out.list("durations", words::durationForms(), [&](const words::DurationForm& form) {
        out.object("below", form.below, "unit", form.unit, "part", form.part, "format",
            std::string(tr(form.format)));
    });
    out.closeObject();
}

std::string wordsJson()
{
    output::JsonWriter out;
    out.openObject();
    writeWords(out.key("en"), Language::English);
    writeWords(out.key("zh-CN"), Language::SimplifiedChinese);
    out.closeObject();
    // Nothing in it may end its HTML element.
    return absl::StrReplaceAll(out.text(), {{"<", "\\u003c"}});
}

std::string hashSource(const std::string& text)
{
    Sha256 hash;
    hash.add(text);
    return "'sha256-" + absl::Base64Escape(absl::HexStringToBytes(hash.takeHex())) + "'";
}

} // namespace

PageText PageText::make()
{
    const PageFiles files = pageFiles();
    PageText page;
    const std::string words = wordsJson();
    const auto make = [&](const std::string& place) {
        return absl::StrReplaceAll(files.html,
            {{"{{place}}", place}, {"{{style}}", files.style}, {"{{script}}", files.script},
                {"{{words}}", words}});
    };
    page.board = make("");
    page.all = make("all");
    page.oneOfAll = make("one");
    page.policy = absl::Substitute("default-src 'none'; script-src $0; style-src $1; connect-src "
                                   "'self'; img-src data:; base-uri 'none'; form-action 'none'; "
                                   "frame-ancestors 'none'",
        hashSource(files.script), hashSource(files.style));
    return page;
}

} // namespace lockkeeper::ctl
