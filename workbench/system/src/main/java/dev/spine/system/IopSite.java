package dev.spine.system;

import dev.spine.iop.bus.Box;
import dev.spine.iop.bus.Bus;
import dev.spine.iop.engine.Engine;
import dev.spine.iop.engine.ProcessorSpec;
import dev.spine.peer.PeerDirectory;

/**
 * Where an IOP is made.
 *
 * @param engine runs its agent
 * @param node path of the node
 * @param bus the node's bus
 * @param box the IOP as the bus knows it
 * @param processor what runs its agent
 * @param peers how IOPs of the node find each other
 * @param description what it is
 */
public record IopSite(Engine engine, String node, Bus bus, Box box, ProcessorSpec processor, PeerDirectory peers,
    IopDescription description) {}
