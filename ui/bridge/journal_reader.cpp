// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/bridge/journal_reader.h"

#include "core/release/journal_lines.h"

#include <QFile>
#include <QFileInfo>

namespace lockkeeper::ui {
namespace {

QString pathOf(const std::filesystem::path& file)
{
    return QFile::decodeName(QByteArray::fromStdString(file.string()));
}

} // namespace

JournalReader::JournalReader(std::filesystem::path file, QObject* parent)
    : QObject(parent)
    , m_file(std::move(file))
{
    connect(&m_watcher, &QFileSystemWatcher::fileChanged, this, &JournalReader::reload);
    // The directory only reports that the file was created.
    connect(&m_watcher, &QFileSystemWatcher::directoryChanged, this, [this] {
        if (!m_watcher.files().contains(pathOf(m_file)))
            reload();
    });
}

JournalReader::~JournalReader() = default;

void JournalReader::reload()
{
    if (m_isReading) {
        m_isReloadWanted = true;
        return;
    }
    m_isReading = true;
    watch();
    m_tasks.run(
        this, [file = m_file] { return release::readJournal(file); },
        [this](const auto& entries) { finish(entries); });
}

void JournalReader::watch()
{
    // A missing file can't be watched; its directory can.
    for (const auto& path : {m_file, m_file.parent_path()}) {
        const QString name = pathOf(path);
        const bool isWatched
            = m_watcher.files().contains(name) || m_watcher.directories().contains(name);
        if (!isWatched && QFileInfo::exists(name))
            m_watcher.addPath(name);
    }
}

void JournalReader::finish(const Result<release::JournalEntries>& entries)
{
    m_isReading = false;
    if (entries)
        Q_EMIT loaded(*entries);
    else
        Q_EMIT failed(entries.error());
    if (std::exchange(m_isReloadWanted, false))
        reload();
}

} // namespace lockkeeper::ui
