package dev.spine.i2o.table;

import dev.spine.i2o.layout.Layout;
import java.util.List;

/** The layouts of all tables, for tests and the printed specification. */
public final class TableLayouts {
    private static final List<Layout> ALL = List.of(StatusBlock.LAYOUT, HardwareResourceTable.LAYOUT, HardwareResourceTable.Entry.LAYOUT,
        LogicalConfigurationTable.LAYOUT, LogicalConfigurationTable.Entry.LAYOUT, SystemTable.LAYOUT, SystemTable.Entry.LAYOUT);

    private TableLayouts() {
    }

    /**
     * Every layout, a header before its entries.
     *
     * @return an unmodifiable list
     */
    public static List<Layout> all() {
        return ALL;
    }
}
