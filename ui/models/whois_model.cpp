// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/whois_model.h"

#include "core/words/whois_words.h"
#include "ui/models/words/name_words.h"
#include "ui/models/words/words.h"

namespace lockkeeper::ui {

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
        return QString::fromStdString(words::addressText(client));
    case Name:
        return safeText(info.name);
    case Library:
        return QString::fromStdString(words::clientLibraryText(info));
    case LastCommand:
        return safeText(info.lastCommand);
    case Idle:
        return info.id.empty() ? QString() : durationText(info.idle);
    case User:
        return safeText(info.user);
    default:
        return QString::fromStdString(words::whyListedText(client));
    }
}

} // namespace lockkeeper::ui
