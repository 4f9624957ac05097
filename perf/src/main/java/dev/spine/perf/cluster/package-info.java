/**
 * Many nodes on the modelled engine that exchange messages: the figure of the cluster.
 */
@NullMarked
package dev.spine.perf.cluster;

import org.jspecify.annotations.NullMarked;
