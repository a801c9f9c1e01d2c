// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/tray.h"

#include "ui/look/glyphs.h"

#include <QApplication>
#include <algorithm>

using namespace Qt::StringLiterals;

namespace lockkeeper::ui {

namespace {

int troubleOf(const DeploymentRow& row)
{
    return row.counts ? row.counts->trouble() : -1;
}

QString lineOf(const DeploymentListModel& deployments, int row)
{
    const auto text = [&](int column) { return deployments.index(row, column).data().toString(); };
    return Tray::tr("%1: %2", "deployment, its state")
        .arg(text(DeploymentListModel::Name), text(DeploymentListModel::State));
}

} // namespace

Tray::Tray(const DeploymentListModel& deployments, QObject* parent)
    : QObject(parent)
    , m_deployments(deployments)
{
    for (const auto changed : {&QAbstractItemModel::rowsInserted, &QAbstractItemModel::rowsRemoved})
        connect(&deployments, changed, this, &Tray::update);
    connect(&deployments, &QAbstractItemModel::dataChanged, this, &Tray::update);
    connect(&deployments, &QAbstractItemModel::modelReset, this, &Tray::update);
    connect(&m_menu, &QMenu::aboutToShow, this, &Tray::fillMenu);
    connect(&m_icon, &QSystemTrayIcon::activated, this,
        [this](QSystemTrayIcon::ActivationReason reason) {
            if (reason == QSystemTrayIcon::Trigger)
                showWorst();
        });
    m_icon.setContextMenu(&m_menu);
    fillMenu();
    update();
}

QString Tray::summary() const
{
    QStringList lines;
    for (int row = 0; row < m_deployments.rowCount(); ++row) {
        if (m_deployments.at(row).counts)
            lines << lineOf(m_deployments, row);
    }
    return lines.join(u'\n');
}

bool Tray::hasProblem() const
{
    for (int row = 0; row < m_deployments.rowCount(); ++row) {
        if (troubleOf(m_deployments.at(row)) > 0)
            return true;
    }
    return false;
}

void Tray::update()
{
    const QString text = summary();
    m_icon.setToolTip(text.isEmpty() ? tr("Lockkeeper") : text);
    m_icon.setIcon(hasProblem() ? glyphIcon(Glyph::Warning) : applicationIcon());
    m_icon.setVisible(!text.isEmpty() && QSystemTrayIcon::isSystemTrayAvailable());
}

void Tray::fillMenu()
{
    m_menu.clear();
    for (int row = 0; row < m_deployments.rowCount(); ++row) {
        const DeploymentRow& deployment = m_deployments.at(row);
        if (!deployment.counts)
            continue;
        QAction* action = m_menu.addAction(lineOf(m_deployments, row).replace(u'&', u"&&"_s));
        connect(action, &QAction::triggered, this,
            [this, name = deployment.name] { Q_EMIT deploymentWanted(name); });
    }
    m_menu.addSeparator();
    connect(
        m_menu.addAction(tr("Quit")), &QAction::triggered, qApp, &QApplication::closeAllWindows);
}

void Tray::showWorst()
{
    const DeploymentRow* worst = nullptr;
    for (int row = 0; row < m_deployments.rowCount(); ++row) {
        const DeploymentRow& deployment = m_deployments.at(row);
        if (worst == nullptr || troubleOf(deployment) > troubleOf(*worst))
            worst = &deployment;
    }
    if (worst != nullptr && worst->counts)
        Q_EMIT deploymentWanted(worst->name);
}

} // namespace lockkeeper::ui
