package dev.spine.host.nbd;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a server has to offer.
 *
 * @param all in the order in which clients see them, with different names
 * @param nameless what a client gets that names none; null when it is refused
 */
record ExportList(List<NbdExport> all, @Nullable NbdExport nameless) {
    /** {@return the export of a name, or null} */
    @Nullable NbdExport find(String name) {
        for (NbdExport export : all) {
            if (export.name().equals(name)) {
                return export;
            }
        }
        return name.isEmpty() ? nameless : null;
    }
}
