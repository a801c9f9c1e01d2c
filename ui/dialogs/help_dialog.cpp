// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dialogs/help_dialog.h"

#include "core/observe/waits/deadlock_evidence.h"
#include "core/words/evidence_words.h"
#include "ui/dialogs/prompter.h"
#include "ui/models/words/text_parts.h"
#include "ui/models/words/words.h"
#include "ui/widgets/basics.h"
#include "ui/widgets/screen_fit.h"

#include <QAction>
#include <QCoreApplication>
#include <QDialogButtonBox>
#include <QListWidget>
#include <QTextBrowser>

using namespace Qt::StringLiterals;

namespace lockkeeper::ui {

[[nodiscard]] QList<Fact> shortcutFacts(const QStringList& pages);

QList<Fact> shortcutFacts(const QStringList& pages)
{
    return {
        {Words::tr("Ctrl+K"), Words::tr("Go to an action, a page, a deployment or a lock")},
        {Words::tr("Ctrl+F"), Words::tr("Filter the locks; Escape clears the filter")},
        {Words::tr("Down, Enter"), Words::tr("From the filter to the table")},
        {Words::tr("Space"), Words::tr("Pause or resume, in the table of locks")},
        {Words::tr("F5"), Words::tr("Sweep all masters now")},
        {Words::tr("Ctrl+N"), Words::tr("Acquire a lock")},
        {Words::tr("Del, Ctrl+R"), Words::tr("Release the selected lock; asks first")},
        {Words::tr("Shift+Down, Ctrl+click"),
            Words::tr("Select several locks, to free them together")},
        {Words::tr("Ctrl+I"), Words::tr("Ask the masters who holds the selected lock")},
        {Words::tr("Ctrl+Shift+R"), Words::tr("Revoke the selected lock; asks first")},
        {Words::tr("Ctrl+Shift+Delete"),
            Words::tr("Free all stale locks in the table; asks first")},
        {Words::tr("Ctrl+Shift+N"), Words::tr("Say that you are on the selected lock, and why")},
        {Words::tr("Return"), Words::tr("On a lock: is it safe to free?")},
        {Words::tr("Shift+F10"), Words::tr("The menu of the selected lock")},
        {Words::tr("Ctrl+E"), Words::tr("Extend the selected lease of ours")},
        {Words::tr("Ctrl+C"), Words::tr("Copy the current cell")},
        {Words::tr("Ctrl+Shift+C"), Words::tr("Copy the selected lock's resource")},
        {Words::tr("Ctrl+1 ... Ctrl+%1").arg(pages.size()), listText(pages)},
        {Words::tr("Ctrl+Shift+E"), Words::tr("Incident report")},
        {Words::tr("Ctrl+Shift+S"), Words::tr("Export the rows of the page as CSV or JSON")},
        {Words::tr("Ctrl+D"), Words::tr("Switch to another deployment")},
        {Words::tr("Ctrl+O"), Words::tr("Connect to masters")},
        {Words::tr("Ctrl+Shift+O"), Words::tr("Open a plan that frees many locks")},
        {Words::tr("F1"), Words::tr("Help")},
        {Words::tr("Ctrl+W"), Words::tr("Close the window; releases its leases")},
        {Words::tr("Ctrl+Q"), Words::tr("Quit: closes all windows")},
    };
}

namespace {

struct Help {
    Q_DECLARE_TR_FUNCTIONS(lockkeeper::ui::Help)
};

HelpPage votes()
{
    return {HelpTopic::Votes, Help::tr("Masters and votes"),
        {Help::tr(
             "A lock is a key with a secret value, the token. Whoever stored the token holds the "
             "lock. Each master has one vote: it stores the token, or it does not."),
            Help::tr(
                "A lock is held by the token that a quorum of masters stores: more than half of "
                "them. Tokens are shown by the first eight digits of their SHA-1."),
            Help::tr(
                "A grey value is old: its master does not answer, or was not read yet. It shows "
                "what the master said last.")},
        {{Help::tr("held"), Help::tr("the master stores the leading token")},
            {Help::tr("another token"), Help::tr("it stores a different one")},
            {Help::tr("revoked"), Help::tr("it stores a tombstone: nobody holds it by that")},
            {Help::tr("free"), Help::tr("it stores none")},
            {Help::tr("no answer"), Help::tr("nothing is known: this is never taken for \"free\"")},
            {Help::tr("error"), Help::tr("it answered with an error; the detail shows it")}}};
}

HelpPage verdicts()
{
    return {HelpTopic::Verdicts, Help::tr("Verdicts"),
        {Help::tr("The verdict is what all votes add up to.")},
        {{Help::tr("held"), Help::tr("one token is stored by a quorum of masters")},
            {Help::tr("stale"), Help::tr("held, and there is evidence that somebody should look")},
            {Help::tr("deadlock"),
                Help::tr("held, and its holder waits for somebody who waits for this lock")},
            {Help::tr("minority"),
                Help::tr("a leftover: one token on fewer masters, and no token can have a quorum. "
                         "It holds nothing, but keeps others from these masters")},
            {Help::tr("split"),
                Help::tr("several tokens, and none can have a quorum. Nobody holds the lock; it "
                         "usually ends with their TTL")},
            {Help::tr("unknown"),
                Help::tr("the masters that did not answer could make a quorum: nobody can say")},
            {Help::tr("free"), Help::tr("no token, and none can have a quorum")},
            {Help::tr("free, but queued"),
                Help::tr("a fair lock that nobody holds, and that only the first of its queue can "
                         "take")},
            {Help::tr("+ \u00bb \u2191 \u2013"),
                Help::tr(
                    "behind a verdict, for a moment: the lock is new, was passed on to the next "
                    "holder, was renewed, is gone")}}};
}

HelpPage evidence()
{
    HelpPage page{HelpTopic::Evidence, Help::tr("Evidence"),
        {Help::tr("A lock is never stale because it is old. These facts make it so, and each is "
                  "named:")}};
    const auto add = [&page](const observe::Evidence& evidence) {
        page.facts.append(
            {toQt(words::shortEvidenceText(evidence)), toQt(words::evidenceHelp(evidence))});
    };
    for (const auto kind : enumValues<observe::EvidenceKind>()) {
        const observe::Evidence evidence{.kind = kind};
        if (!isDeadlock(evidence))
            add(evidence);
        if (kind == observe::EvidenceKind::OutvotedToken)
            add({.kind = kind, .pid = 1});
    }
    return page;
}

HelpPage safety()
{
    return {HelpTopic::Safety, Help::tr("Is it safe to free?"),
        {Help::tr("The dialog of a release answers this first. Press Return on a lock to open it: "
                  "nothing is sent before you confirm.")},
        {{Help::tr("SAFE TO FREE"),
             Help::tr("the token identifies its holder's process, and that has ended")},
            {Help::tr("ALIVE"),
                Help::tr("that process runs, or it renewed the lock a moment ago. If you free the "
                         "lock, two may work at a time")},
            {Help::tr("PROCESS ENDED"),
                Help::tr("that process has ended, but a child of it, or a script that it held the "
                         "lock for, may still work under the lock")},
            {Help::tr("NOT KNOWN"),
                Help::tr("nothing is proven. Find the holder first, or revoke instead of "
                         "releasing")}}};
}

HelpPage revoking()
{
    return {HelpTopic::Revoke, Help::tr("Revoke"),
        {Help::tr(
             "Revoke takes the lock from its holder without giving it to anybody yet. Its token "
             "is replaced by a tombstone that keeps the TTL: the holder's next renewal fails, "
             "and nobody gets the lock before the old lease has surely ended."),
            Help::tr("Use it while the holder may live. It costs the time that is left of the "
                     "lease."),
            Help::tr("Some libraries would misread a tombstone. Their locks can't be revoked; the "
                     "button says so.")}};
}

HelpPage releasing()
{
    return {HelpTopic::Release, Help::tr("Release"),
        {Help::tr("Release deletes the token on all masters: the lock is free at once. Each master "
                  "compares the whole token first. If the holder changed meanwhile, nothing is "
                  "deleted."),
            Help::tr("If the holder lives, it does not know, and goes on working until its next "
                     "renewal. Use it when the holder is proven to be gone."),
            Help::tr(
                "A master that does not answer keeps its copy until the TTL ends. Tick \"finish "
                "when they answer\" to delete it there later."),
            Help::tr("There is no undo: bringing back a released lock is not safe.")}};
}

HelpPage asking()
{
    return {HelpTopic::Ask, Help::tr("Ask"),
        {Help::tr("Ask tells the holder that somebody wants the lock. The holder decides: nothing "
                  "is taken from it, so a reason is welcome, but not needed."),
            Help::tr("A holder that uses this library hears it: in Redis at its next renewal, in "
                     "ZooKeeper at once. So does one whose lock of Curator is revocable. For other "
                     "locks the button is missing."),
            Help::tr("The first ask stands until the lease has ended. If somebody asks for a lock "
                     "of this window, the page My leases says who, and why.")}};
}

HelpPage takingOver()
{
    return {HelpTopic::TakeOver, Help::tr("Take over"),
        {Help::tr("Take it over revokes the lock, and then acquires it in the tombstone's place "
                  "for this window: nobody gets in between. Then the lock is on the page My "
                  "leases, is renewed, and is released when the window closes."),
            Help::tr("Use it to repair what the lock protects before others go on. The former "
                     "holder may still work until its lease ends."),
            Help::tr("If acquiring it fails, the lock is revoked, and no worse. What can't be "
                     "revoked, such as a lock in ZooKeeper, can't be taken over.")}};
}

HelpPage notes()
{
    return {HelpTopic::Notes, Help::tr("Notes"),
        {Help::tr("A note says beside a lock who is on it and why, so that two people do not mend "
                  "the same thing. It changes nothing about the lock, and lies on the masters with "
                  "a time to live, 30 minutes unless you choose another."),
            Help::tr("Every window shows it in the details of the lock, with a mark beside the "
                     "name, and before a release. Who frees several locks at once leaves those "
                     "alone that somebody else has a note on."),
            Help::tr("Ctrl+Shift+N writes a note. The filter word has:note shows the locks that "
                     "have one.")}};
}

HelpPage plans()
{
    return {HelpTopic::Plans, Help::tr("Plans"),
        {Help::tr("A plan is a file that lists locks to free, for somebody else to read first. "
                  "Select several locks, choose Free, then Save as a plan. Remove the lines that "
                  "you do not want. A lock whose holder may live is freed only if its line says "
                  "\"may_live\": true."),
            Help::tr("Open a plan (Ctrl+Shift+O) looks at each lock anew. A lock that was taken by "
                     "another meanwhile, or is gone, is not touched. What may still be in use is "
                     "ticked only after you have typed the sentence."),
            Help::tr("\"lockctl apply\" does the same without a window.")}};
}

HelpPage afterwards()
{
    return {HelpTopic::Afterwards, Help::tr("Journal and reports"),
        {Help::tr(
             "Each release, revoke and acquire is written to the journal before it happens, "
             "with its reason, and again with its result; a sandbox's acquires are not. Without "
             "a journal nothing is sent. While a window is open, it also notes who got the lock "
             "next."),
            Help::tr(
                "Ctrl+Shift+E makes an incident report of the selected lock, or of the last "
                "hours: what was seen, decided and sent, and what came of it. An open "
                "window records what it sees; \"lockctl watch --record\" does so without one."),
            Help::tr("Ctrl+Shift+S exports the rows of a page as CSV or JSON, as they are filtered "
                     "and sorted.")}};
}

} // namespace

QList<HelpPage> helpPages(const QStringList& pages)
{
    return {votes(), verdicts(), evidence(), safety(), revoking(), releasing(), asking(),
        takingOver(), notes(), plans(), afterwards(),
        {HelpTopic::Shortcuts, Help::tr("Shortcuts"), {}, shortcutFacts(pages)}};
}

namespace {

QString htmlOf(const HelpPage& page)
{
    QString html = u"<h2>%1</h2>"_s.arg(page.title.toHtmlEscaped());
    for (const QString& paragraph : page.paragraphs)
        html += u"<p>%1</p>"_s.arg(paragraph.toHtmlEscaped());
    if (page.facts.isEmpty())
        return html;
    html += u"<table cellpadding=\"4\">"_s;
    for (const Fact& fact : page.facts)
        html += u"<tr><td style=\"white-space: nowrap\"><b>%1</b></td><td>%2</td></tr>"_s.arg(
            fact.name.toHtmlEscaped(), fact.text.toHtmlEscaped());
    return html + u"</table>"_s;
}

} // namespace

HelpDialog::HelpDialog(const QStringList& pages, QWidget* parent)
    : QDialog(parent)
    , m_pages(helpPages(pages))
    , m_topics(new QListWidget(this))
    , m_text(new QTextBrowser(this))
{
    setObjectName(u"helpDialog"_s);
    setWindowTitle(tr("Help"));
    nameWidget(*m_topics, u"helpTopics"_s, tr("Topics"));
    m_topics->setSpacing(4);
    nameWidget(*m_text, u"helpText"_s, tr("Text"));
    m_text->document()->setDocumentMargin(12);
    for (const HelpPage& page : m_pages)
        m_topics->addItem(page.title);
    m_topics->setFixedWidth(m_topics->sizeHintForColumn(0) + 36);
    connect(m_topics, &QListWidget::currentRowChanged, this, &HelpDialog::showPage);
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close, this);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    auto* body = new QHBoxLayout;
    body->setSpacing(12);
    body->addWidget(m_topics);
    body->addWidget(m_text, 1);
    auto* layout = dialogBox(this);
    layout->addLayout(body, 1);
    layout->addWidget(buttons);
    resizeOnScreen(*this, {780, 520});
    m_topics->setCurrentRow(0);
}

void HelpDialog::open(QWidget& window, const QStringList& pages, std::optional<HelpTopic> topic)
{
    auto* dialog = window.findChild<HelpDialog*>();
    if (dialog == nullptr)
        dialog = new HelpDialog(pages, &window);
    if (topic)
        dialog->showTopic(*topic);
    dialog->show();
    dialog->raise();
    dialog->activateWindow();
    dialog->m_topics->setFocus();
}

void HelpDialog::offer(QWidget& window, const QStringList& pages, QAction& help, QAction& shortcuts)
{
    connect(&help, &QAction::triggered, &window, [&window, pages] { open(window, pages, {}); });
    connect(&shortcuts, &QAction::triggered, &window,
        [&window, pages] { open(window, pages, HelpTopic::Shortcuts); });
}

void HelpDialog::showTopic(HelpTopic topic)
{
    m_topics->setCurrentRow(static_cast<int>(topic));
}

void HelpDialog::showPage(int index)
{
    m_text->setHtml(htmlOf(m_pages.value(index)));
}

} // namespace lockkeeper::ui
