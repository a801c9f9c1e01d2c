// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#include "core/words/learn_words.h"

#include "core/text/list_text.h"
#include "core/text/translate.h"
#include "core/words/master_words.h"
#include "core/words/outcome_words.h"

#include <absl/strings/substitute.h>

namespace lockkeeper::words {

using absl::Substitute;

std::string usedText(const observe::LearntKind& kind)
{
    const observe::HeardUse& use = kind.use;
    std::string text = use.taken == 0 ? tr("held all the time")
                                      : Substitute(tr("taken $0"), countText(use.taken, "time"));
    if (use.released > 0)
        addToList(text, Substitute(tr("released $0"), countText(use.released, "time")));
    if (use.renewed > 0)
        addToList(text, Substitute(tr("renewed $0"), countText(use.renewed, "time")));
    if (use.overwritten > 0)
        addToList(text, Substitute(tr("overwritten $0"), countText(use.overwritten, "time")));
    if (kind.clients > 0)
        addToList(text, Substitute(tr("by $0"), countText(kind.clients, "client")));
    if (use.tries > 0)
        addClause(text,
            Substitute(use.tries == 1 ? tr("$0 try in vain") : tr("$0 tries in vain"), use.tries));
    if (kind.isWeak)
        addClause(text, tr("seen from outside: its changes, not its commands"));
    return text;
}

std::string unheardText(const observe::LearntMaster& master)
{
    if (master.isWatched && master.heard.error)
        return Substitute(tr("$0. Its changes were watched instead, which tells less"),
            errorText({master.heard.error->kind, master.heard.error->text, {}}));
    if (master.isSpared)
        return Substitute(tr("not listened to: it executes $0 commands a second, and that could "
                             "slow it down; --even-if-busy listens all the same"),
            master.perSecond.value_or(0));
    if (master.heard.isFull)
        return Substitute(tr("listening ended after $0: that many are enough"),
            countText(master.heard.lines, "command"));
    if (master.heard.interruptions > 0)
        return tr("some commands were missed: the connection broke while listening");
    return {};
}

} // namespace lockkeeper::words
