package dev.spine.system;

import dev.spine.host.driver.HostModel;
import dev.spine.system.file.FilePosition;
import java.util.List;

/**
 * A whole system, as a file or a workload describes it. Immutable.
 *
 * @param name for tables and traces
 * @param profile name of the machine profile, for the modelled engine
 * @param seed of all randomness
 * @param hostModel how the host finds out about replies
 * @param wires wires and the kinds that make them
 * @param iops at least one
 * @param service what it offers while it runs
 */
public record SystemDescription(String name, String profile, long seed, HostModel hostModel, List<PlacedWire> wires,
    List<IopDescription> iops, ServiceSpec service) {
    /** Keeps its own lists. */
    public SystemDescription {
        wires = List.copyOf(wires);
        iops = List.copyOf(iops);
    }

    /**
     * A system whose host is of model {@link HostModel#MIXED}.
     *
     * @param name for tables and traces
     * @param profile name of the machine profile, for the modelled engine
     * @param seed of all randomness
     * @param wires wires and the kinds that make them
     * @param iops at least one
     */
    public SystemDescription(String name, String profile, long seed, List<PlacedWire> wires, List<IopDescription> iops) {
        this(name, profile, seed, HostModel.MIXED, wires, iops, ServiceSpec.STANDARD);
    }

    /**
     * A wire and the kind that makes it.
     *
     * @param kind the kind's name
     * @param spec its settings
     * @param faults what happens to frames on it; none on most
     * @param position where it is described
     */
    public record PlacedWire(String kind, WireSpec spec, List<WireFaultSpec> faults, FilePosition position) {
        /** Keeps its own list. */
        public PlacedWire {
            faults = List.copyOf(faults);
        }

        /**
         * A wire that no file describes.
         *
         * @param kind the kind's name
         * @param spec its settings
         */
        public PlacedWire(String kind, WireSpec spec) {
            this(kind, spec, List.of(), FilePosition.BUILT_IN);
        }
    }
}
