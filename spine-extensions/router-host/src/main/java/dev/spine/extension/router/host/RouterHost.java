package dev.spine.extension.router.host;

import dev.spine.host.driver.HostAgent;
import dev.spine.host.driver.HostDriver;
import dev.spine.host.driver.HostMemory;
import dev.spine.iop.engine.Tasks;

/**
 * What a router needs of its node.
 *
 * @param driver the host's driver, which tells when IOPs are lost and come back
 * @param agent the host's agent
 * @param memory the host's memory
 * @param tasks of the host's agent
 */
public record RouterHost(HostDriver driver, HostAgent agent, HostMemory memory, Tasks tasks) {}
