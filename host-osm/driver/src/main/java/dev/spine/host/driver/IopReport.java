package dev.spine.host.driver;

import dev.spine.i2o.table.HardwareResourceTable;
import dev.spine.i2o.table.LogicalConfigurationTable;
import dev.spine.i2o.table.StatusBlock;

/**
 * What a host knows of an IOP once it is in operation. Immutable; any thread.
 *
 * @param name the IOP's name in the system file
 * @param iopId the number that the host gave it
 * @param status its status block after it became operational
 * @param hardware its hardware resource table
 * @param configuration its logical configuration table
 */
public record IopReport(String name, int iopId, StatusBlock status, HardwareResourceTable hardware,
    LogicalConfigurationTable configuration) {}
