// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/release/journal.h"
#include "app/ctl/base/console.h"
#include "app/ctl/base/exit_codes.h"
#include "app/ctl/command.h"
#include "core/output/json_writer.h"
#include "core/release/journal_verify.h"
#include "core/text/ascii.h"
#include "core/text/display_safe.h"
#include "core/text/hex.h"
#include "core/text/sha256.h"
#include "core/text/translate.h"
#include "core/words/master_words.h"

#include <absl/strings/substitute.h>

namespace lockkeeper::ctl {
namespace {

/// A single cut line counts as an empty journal.
bool isBegun(const release::ChainFindings& chain)
{
    return chain.entries == 0 && chain.olderLines == 0 && chain.isCutShort;
}

std::string problemOf(const release::JournalProof& proof, const std::string& wantedHead)
{
    const release::ChainFindings& chain = proof.chain;
    if (chain.broken)
        return absl::Substitute(
            tr("line $0: $1"), chain.broken->line, trData(chain.broken->reason));
    if (chain.entries == 0 && !proof.isEmpty && !isBegun(chain))
        return tr("no entry has a hash: an older version wrote it, its hashes were removed, or it "
                  "is no journal");
    if (!wantedHead.empty() && !proof.isHeadFound)
        return absl::Substitute(tr("the chain does not have the hash $0: its end was cut off, or "
                                   "it was written anew"),
            wantedHead);
    return {};
}

std::string praise(const std::string& file, const release::JournalProof& proof)
{
    const release::ChainFindings& chain = proof.chain;
    if (proof.isEmpty)
        return absl::Substitute(tr("$0: empty\n"), file);
    if (isBegun(chain))
        return absl::Substitute(
            tr("$0: no whole entry yet, only a line that is cut short\n"), file);
    std::string text = chain.entries == 1
        ? absl::Substitute(tr("$0: whole, 1 entry"), file)
        : absl::Substitute(tr("$0: whole, $1 entries"), file, chain.entries);
    if (chain.olderLines > 0)
        text += absl::Substitute(
            tr(", and before them $0 without hashes, as they were when the chain began"),
            words::countText(chain.olderLines, "line"));
    if (chain.fragments > 0)
        text += absl::Substitute(
            tr(", $0 between them cut short"), words::countText(chain.fragments, "line"));
    if (chain.isCutShort)
        text += tr(", and a last line that is cut short");
    return text + absl::Substitute(tr("\nhead $0\n"), chain.head);
}

std::string json(
    const std::string& file, const release::JournalProof& proof, const std::string& problem)
{
    const release::ChainFindings& chain = proof.chain;
    return output::objectLine([&](output::JsonWriter& out) {
        out.field("file", file, "whole", problem.empty(), "entries", chain.entries);
        out.field("older_lines", chain.olderLines, "fragments", chain.fragments);
        out.field("cut_short", chain.isCutShort, "head", output::unlessEmpty(chain.head));
        out.field("bad_line", chain.broken ? std::optional(chain.broken->line) : std::nullopt);
        out.field("problem", output::unlessEmpty(problem));
    });
}

class JournalCommand final : public Command {
public:
    void addOptions(CLI::App& journal) override
    {
        journal.require_subcommand(1);
        CLI::App* const verify = journal.add_subcommand("verify",
            tr("Whether the journal is whole: each entry has a hash of itself and the one before"));
        verify->add_option("FILE", m_file, tr("The journal, in place of --journal"));
        verify
            ->add_option("--head", m_head,
                tr("Also check that the chain has this hash, which an earlier `verify` has "
                   "printed"))
            ->type_name("HASH");
        verify->footer(
            tr("Keep the head that it prints elsewhere: without it, a journal whose end was cut "
               "off, or that\nwas rewritten as a whole, looks whole. Exit codes: 0 whole; 1 "
               "not, or nothing can be told."));
    }
    void check(const GlobalOptions& globals) override
    {
        if (!m_file.empty() && !globals.journal.empty())
            throw CLI::ValidationError(
                "--journal", tr("names another file than FILE: give one of them"));
        m_head = toAsciiLower(m_head);
        if (!m_head.empty() && (m_head.size() != Sha256::kHexLength || !isLowerHex(m_head)))
            throw CLI::ValidationError("--head", tr("is a hash of 64 hex digits"));
    }
    int run(const GlobalOptions& globals) override;

private:
    std::string m_file; ///< empty: GlobalOptions::journal
    std::string m_head; ///< lower case; may be empty
};

int JournalCommand::run(const GlobalOptions& globals)
{
    std::filesystem::path file
        = globals.journal.empty() ? release::defaultJournalFile() : globals.journal.c_str();
    if (!m_file.empty())
        file = m_file;
    const auto proof = release::verifyJournal(file, m_head);
    if (!proof)
        return printErrorAndExitCode(proof.error());
    const std::string name = displaySafe(file.string(), 4096);
    const std::string problem = problemOf(*proof, m_head);
    if (globals.isJson)
        print(json(file.string(), *proof, problem));
    else if (problem.empty())
        print(praise(name, *proof));
    if (proof->mayOthersWrite)
        printError(absl::Substitute(tr("warning: journal $0: others may write to it, and so may "
                                       "have written all of it anew; chmod 600 it"),
            name));
    if (!problem.empty())
        printError(absl::Substitute(tr("journal $0: $1"), name, problem));
    return problem.empty() ? kExitDone : kExitNotDone;
}

const CommandEntry<JournalCommand> kJournalEntry(130, "journal", trNoop("The journal of releases"));

} // namespace
} // namespace lockkeeper::ctl
