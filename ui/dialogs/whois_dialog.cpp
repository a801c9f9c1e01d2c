// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dialogs/whois_dialog.h"

#include "core/words/lock_words.h"
#include "core/words/whois_words.h"
#include "ui/models/words/words.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/screen_fit.h"
#include "ui/widgets/table_view.h"

#include <QHBoxLayout>
#include <QPushButton>
#include <QVBoxLayout>

using namespace Qt::StringLiterals;

namespace lockkeeper::ui {
namespace {

constexpr QSize kWhoisSize(880, 460);

QPushButton* whoisButton(const QString& text, const QString& name, QWidget* parent)
{
    auto* made = new QPushButton(text, parent);
    made->setObjectName(name);
    made->setAutoDefault(true);
    return made;
}

} // namespace

WhoisDialog::WhoisDialog(const Resource& resource, std::size_t masters, QWidget* parent)
    : QDialog(parent)
    , m_cost(wrappingLabel({}, this))
    , m_answer(wrappingLabel({}, this))
    , m_look(whoisButton(tr("&Identify holder"), u"lookButton"_s, this))
    , m_listen(
          whoisButton(tr("&Listen for %1").arg(durationText(kListening)), u"listenButton"_s, this))
    , m_close(whoisButton(tr("Close"), u"closeButton"_s, this))
{
    setObjectName(u"whoisDialog"_s);
    setWindowTitle(tr("Who holds %1?").arg(safeText(resource.value())));
    createLayout(masters);
    connect(m_look, &QPushButton::clicked, this, [this] { ask(std::nullopt); });
    connect(m_listen, &QPushButton::clicked, this, [this] {
        if (m_isListening)
            Q_EMIT cancelRequested();
        else
            ask(kListening);
    });
    connect(m_close, &QPushButton::clicked, this, &WhoisDialog::reject);
    resizeOnScreen(*this, kWhoisSize);
    m_look->setFocus();
}

void WhoisDialog::createLayout(std::size_t masters)
{
    m_cost->setObjectName(u"costLabel"_s);
    m_cost->setText(tr("Identify holder: one read of the lock and one CLIENT LIST on each of %1 "
                       "masters; cheap with fewer than some thousand clients.\n"
                       "Listen: %2.")
                        .arg(masters)
                        .arg(QString::fromStdString(words::listeningCost(
                            masters, kListening, observe::WhoisOptions().tapLines))));
    m_answer->setObjectName(u"answerLabel"_s);
    m_answer->setText(tr("Nobody was asked yet."));
    auto* table = new TableView(this);
    table->setObjectName(u"whoisTable"_s);
    table->setAccessibleName(tr("Clients that may hold the lock"));
    table->setModel(&m_model);
    auto* buttons = new QHBoxLayout;
    buttons->addWidget(m_look);
    buttons->addWidget(m_listen);
    buttons->addStretch(1);
    buttons->addWidget(m_close);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(16, 12, 16, 12);
    layout->setSpacing(8);
    layout->addWidget(titleLabel(windowTitle(), TextSize::Title, this));
    layout->addWidget(m_cost);
    layout->addWidget(table, 1);
    layout->addWidget(m_answer);
    layout->addLayout(buttons);
}

void WhoisDialog::ask(std::optional<std::chrono::milliseconds> tap)
{
    m_isListening = tap.has_value();
    m_isAsking = true;
    m_look->setEnabled(false);
    m_listen->setEnabled(m_isListening);
    if (m_isListening)
        m_listen->setText(tr("&Stop listening"));
    m_answer->setText(m_isListening ? tr("Listening\u2026") : tr("Asking\u2026"));
    Q_EMIT askRequested(tap);
}

void WhoisDialog::showAnswer(const WhoisAnswer& answer)
{
    m_isAsking = false;
    m_isListening = false;
    m_look->setEnabled(true);
    m_listen->setEnabled(true);
    m_listen->setText(tr("&Listen for %1").arg(durationText(kListening)));
    if (!*answer) {
        m_model.setClients({});
        m_answer->setText(errorText(answer->error()));
        return;
    }
    m_model.setClients((*answer)->clients);
    m_answer->setText(textOf(**answer));
}

QString WhoisDialog::textOf(const observe::Whois& answer)
{
    QStringList lines;
    if (answer.judgement.verdict == observe::Verdict::Free)
        lines << tr("It is not held now.");
    else if (answer.lock)
        lines << (words::isHolderKnown(answer.lock->holder)
                ? tr("Its value says: %1.").arg(holderText(*answer.lock))
                : tr("Its value does not say who holds it."));
    if (answer.connectionName)
        lines << tr("The holder's connections: %1.")
                     .arg(QString::fromStdString(words::connectionText(answer)));
    if (!answer.hasAnswer() && answer.judgement.verdict != observe::Verdict::Free)
        lines << tr("No client is known to hold it. A holder that renews is found by listening.");
    for (const observe::WhoisMaster& master : answer.masters) {
        for (const auto& error : {master.readError, master.listError, master.tapError}) {
            if (error && !lines.contains(errorText(*error)))
                lines << errorText(*error);
        }
    }
    if (answer.leftOut > 0)
        lines << tr("%1 more clients are not shown.").arg(answer.leftOut);
    return lines.join(u'\n');
}

void WhoisDialog::reject()
{
    if (m_isAsking)
        Q_EMIT cancelRequested();
    QDialog::reject();
}

} // namespace lockkeeper::ui
