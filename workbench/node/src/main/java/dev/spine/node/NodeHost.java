package dev.spine.node;

import dev.spine.host.driver.HostAgent;
import dev.spine.host.driver.HostDriver;
import dev.spine.host.driver.HostMemory;

/**
 * The host of a node.
 *
 * @param agent its agent
 * @param memory its memory, which IOPs reach
 * @param driver its message driver, to be told of each IOP
 */
public record NodeHost(HostAgent agent, HostMemory memory, HostDriver driver) {}
