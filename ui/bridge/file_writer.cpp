// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/bridge/file_writer.h"

#include "core/files/output_file.h"

#include <QFile>

namespace lockkeeper::ui {

void FileWriter::write(const QString& file, std::function<std::string()> makeText)
{
    m_worker.post([this, file, makeText = std::move(makeText)] {
        const auto replaced = replaceOutputFile(
            QFile::encodeName(file).toStdString(), makeText(), OutputSecrecy::Private);
        auto report = [this, file, replaced] {
            if (replaced)
                Q_EMIT written(file);
            else
                Q_EMIT failed(replaced.error());
        };
        QMetaObject::invokeMethod(this, std::move(report), Qt::QueuedConnection);
    });
}

} // namespace lockkeeper::ui
