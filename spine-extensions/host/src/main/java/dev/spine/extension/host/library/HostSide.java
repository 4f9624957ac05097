package dev.spine.extension.host.library;

import dev.spine.extension.host.RuntimeClient;
import dev.spine.host.driver.HostAgent;
import dev.spine.host.driver.HostMemory;
import dev.spine.iop.engine.Tasks;

/**
 * What a library of the host needs of its node.
 *
 * @param runtime the client of the runtime that the card half is loaded onto
 * @param agent the host's agent
 * @param memory the host's memory
 * @param tasks of the host's agent
 */
public record HostSide(RuntimeClient runtime, HostAgent agent, HostMemory memory, Tasks tasks) {
}
