/**
 * Many nodes on the modelled engine that exchange messages: the figure of the cluster, and how fast that is on the wall clock.
 */
@NullMarked
package dev.spine.perf.cluster;

import org.jspecify.annotations.NullMarked;
