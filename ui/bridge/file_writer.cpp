// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/bridge/file_writer.h"

#include "core/files/output_file.h"

#include <QFile>

namespace lockkeeper::ui {

void FileWriter::write(const QString& file, std::function<std::string()> makeText)
{
    const auto replace = [file, makeText = std::move(makeText)] {
        return replaceOutputFile(
            QFile::encodeName(file).toStdString(), makeText(), OutputSecrecy::Private);
    };
    m_tasks.run(this, replace, [this, file](const Result<void>& replaced) {
        if (replaced)
            Q_EMIT written(file);
        else
            Q_EMIT failed(replaced.error());
    });
}

} // namespace lockkeeper::ui
