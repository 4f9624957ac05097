package dev.spine.iop.executive;

import dev.spine.i2o.OrganizationId;
import dev.spine.i2o.table.HardwareResourceTable;
import java.util.List;
import java.util.Set;

/**
 * What an executive says of its IOP, and how it behaves where the architecture leaves a choice. Immutable; any thread.
 *
 * @param organizationId who built the IOP, 16 bits, not 0: one driver waits for it
 * @param productId number of the product, 16 bits
 * @param productName at most 24 ASCII characters
 * @param memoryBytes the card's memory
 * @param bootNs how long booting takes after a reset, at least 0
 * @param adapters the adapters that the IOP controls, as the hardware resource table names them
 * @param tolerances liberties granted to drivers
 */
public record ExecutiveSettings(int organizationId, int productId, String productName, int memoryBytes, long bootNs,
    List<HardwareResourceTable.Entry> adapters, Set<Tolerance> tolerances) {
    /** A card of 1 MiB that boots in a millisecond, without adapters and without liberties. */
    public static final ExecutiveSettings STANDARD =
        new ExecutiveSettings(OrganizationId.SPINE, 1, "Spine simulated IOP", 1 << 20, 1_000_000, List.of(), Set.of());

    /** Copies the collections and checks the ranges. */
    public ExecutiveSettings {
        adapters = List.copyOf(adapters);
        tolerances = Set.copyOf(tolerances);
        if (organizationId <= 0 || organizationId > 0xFFFF || productId < 0 || productId > 0xFFFF || bootNs < 0) {
            throw new IllegalArgumentException("an IOP has an organization of 1 to 0xffff, a product of 0 to 0xffff and a boot time from 0,"
                + " not "
                + organizationId + ", " + productId + ", " + bootNs);
        }
    }

    /**
     * {@return the same with adapters}
     *
     * @param controlled the adapters that the IOP controls
     */
    public ExecutiveSettings withAdapters(List<HardwareResourceTable.Entry> controlled) {
        return new ExecutiveSettings(organizationId, productId, productName, memoryBytes, bootNs, controlled, tolerances);
    }

    /**
     * {@return the same with another memory}
     *
     * @param bytes the card's memory
     */
    public ExecutiveSettings withMemory(int bytes) {
        return new ExecutiveSettings(organizationId, productId, productName, bytes, bootNs, adapters, tolerances);
    }

    /**
     * {@return the same with liberties}
     *
     * @param granted liberties granted to drivers
     */
    public ExecutiveSettings withTolerances(Set<Tolerance> granted) {
        return new ExecutiveSettings(organizationId, productId, productName, memoryBytes, bootNs, adapters, granted);
    }
}
