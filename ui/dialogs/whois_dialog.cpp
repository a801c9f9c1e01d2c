// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dialogs/whois_dialog.h"

#include "core/words/lock_words.h"
#include "core/words/whois_words.h"
#include "ui/models/words/name_words.h"
#include "ui/models/words/words.h"
#include "ui/widgets/basics.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/screen_fit.h"
#include "ui/widgets/table_view.h"

#include <QPushButton>

using namespace Qt::StringLiterals;

namespace lockkeeper::ui {

WhoisRunner::WhoisRunner(
    config::Deployment deployment, Resource resource, const Clock& clock, QObject* parent)
    : QObject(parent)
    , m_deployment(std::move(deployment))
    , m_resource(std::move(resource))
    , m_clock(clock)
{ }

WhoisRunner::~WhoisRunner()
{
    cancel();
}

void WhoisRunner::ask(std::optional<std::chrono::milliseconds> tap)
{
    m_isCancelled = false;
    const auto look = [this, tap] {
        const observe::WhoisOptions options{
            .tap = tap, .isCancelled = [this] { return m_isCancelled.load(); }};
        return std::make_shared<const Result<observe::Whois>>(
            observe::whois(m_deployment, m_resource, options, m_clock));
    };
    m_tasks.run(this, look, [this](const WhoisAnswer& answer) { Q_EMIT answered(answer); });
}

void WhoisModel::setClients(std::vector<observe::WhoisClient> clients)
{
    beginResetModel();
    m_clients = std::move(clients);
    endResetModel();
}

QVariant WhoisModel::cell(int row, int column, int role) const
{
    const observe::WhoisClient& client = m_clients[static_cast<std::size_t>(row)];
    const QString words = text(client, column);
    if (role == Qt::AccessibleTextRole && words.isEmpty())
        return tr("not known");
    return textCell(role, {}, [&] { return words; });
}

QList<TableColumn> WhoisModel::columns() const
{
    return {
        {"sure", tr("Sure"), 78},
        {"master", tr("Master"), 62},
        {"address", tr("Address"), 126, TableColumn::Narrow},
        {"name", tr("Name"), 130, TableColumn::Narrow},
        {"library", tr("Library"), 70, TableColumn::Narrow},
        {"last_command", tr("Last command"), 106, TableColumn::Narrow},
        {"idle", tr("Idle"), 60, TableColumn::Number},
        {"user", tr("User"), 66, TableColumn::Narrow},
        {"why", tr("Why")},
    };
}

QString WhoisModel::text(const observe::WhoisClient& client, int column)
{
    const observe::ClientInfo& info = client.client;
    switch (column) {
    case Sure:
        return certaintyWord(client.certainty);
    case Master:
        return safeText(client.master.value());
    case Address:
        return toQt(words::addressText(client));
    case Name:
        return safeText(info.name);
    case Library:
        return toQt(words::clientLibraryText(info));
    case LastCommand:
        return safeText(info.lastCommand);
    case Idle:
        return info.id.empty() ? QString() : durationText(info.idle);
    case User:
        return safeText(info.user);
    default:
        return toQt(words::whyListedText(client));
    }
}

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
    setWindowTitle(tr("Who holds %1?").arg(safeText(resource)));
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
                        .arg(toQt(words::listeningCost(
                            masters, kListening, observe::WhoisOptions().tapLines))));
    m_answer->setObjectName(u"answerLabel"_s);
    m_answer->setText(tr("Nobody was asked yet."));
    auto* table = new TableView(this);
    nameWidget(*table, u"whoisTable"_s, tr("Clients that may hold the lock"));
    table->setModel(&m_model);
    auto* layout = boxLayout<QVBoxLayout>(this, {16, 12, 16, 12}, 8);
    layout->addWidget(titleLabel(windowTitle(), TextSize::Title, this));
    layout->addWidget(m_cost);
    layout->addWidget(table, 1);
    layout->addWidget(m_answer);
    layout->addWidget(new DialogButtons(this,
        {{m_look, QDialogButtonBox::AcceptRole}, {m_listen, QDialogButtonBox::ActionRole},
            {m_close, QDialogButtonBox::RejectRole}}));
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
        lines << tr("The holder's connections: %1.").arg(toQt(words::connectionText(answer)));
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
