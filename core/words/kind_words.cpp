// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#include "core/words/kind_words.h"

#include "core/text/list_text.h"
#include "core/text/translate.h"
#include "core/words/master_words.h"
#include "core/words/outcome_words.h"
#include "core/words/time_words.h"

#include <absl/strings/substitute.h>

namespace lockkeeper::words {

using absl::Substitute;

const char* shapeWord(observe::ValueShape shape) noexcept
{
    switch (shape) {
    case observe::ValueShape::Empty:
        return tr("empty", "shape of a value");
    case observe::ValueShape::One:
        return "1";
    case observe::ValueShape::Number:
        return tr("number", "shape of a value");
    case observe::ValueShape::Time:
        return tr("time", "shape of a value");
    case observe::ValueShape::Uuid:
        return tr("uuid", "shape of a value");
    case observe::ValueShape::Hex32:
        return tr("32 hex digits", "shape of a value");
    case observe::ValueShape::Hex40:
        return tr("40 hex digits", "shape of a value");
    case observe::ValueShape::Hex64:
        return tr("64 hex digits", "shape of a value");
    case observe::ValueShape::Hex:
        return tr("hex digits", "shape of a value");
    case observe::ValueShape::Random:
        return tr("random letters", "shape of a value");
    case observe::ValueShape::HostAndPid:
        return tr("host and pid", "shape of a value");
    case observe::ValueShape::Word:
        return tr("word", "shape of a value");
    case observe::ValueShape::Json:
        return "JSON";
    case observe::ValueShape::Text:
        return tr("text", "shape of a value");
    case observe::ValueShape::Bytes:
        return tr("bytes", "shape of a value");
    case observe::ValueShape::TooLong:
        return tr("too long", "shape of a value");
    case observe::ValueShape::Members:
        break;
    }
    return tr("members", "shape of a value");
}

std::string ttlText(const observe::Kind& kind)
{
    if (!kind.shortestTtl || !kind.longestTtl)
        return tr("none", "TTL");
    std::string text = durationText(*kind.shortestTtl);
    if (kind.shortestTtl != kind.longestTtl)
        text = Substitute(tr("$0 to $1", "TTL"), text, durationText(*kind.longestTtl));
    return kind.withoutTtl == 0 ? text : Substitute(tr("none, $0", "TTL"), text);
}

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
