/**
 * The workloads of stored data: {@code store} moves blocks from the network to a disk and from a disk to the network, {@code show} moves
 * pictures from a disk to a screen (SPINE NOSSDAV 1998, section 1), each over the paths host, i2o and spine.
 *
 * <p>The unit is a chunk: a packet of 1,024 bytes of data, or as many lines of a picture as one message or transfer carries. The saturation
 * run finds the highest rate. The latency run takes latencies: of packets that arrive in open loop at 80 % of the slowest path's rate; of
 * an application's orders to send or to show, one at a time, from the order to the notice of its end. Disks are filled, and read again for
 * comparison with the independent reference, by the host, outside every measured interval.
 *
 * <p>{@link MoveComparison} runs it all; a {@link MovePath} is one way of one workload.
 */
@NullMarked
package dev.spine.perf.move;

import org.jspecify.annotations.NullMarked;
