/**
 * The captures that come with the workbench: recordings of RFC 4175 video from GStreamer, to compare paths with and to test
 * against. How they were made and what is in them is told by the {@code README.md} beside them; {@code record.sh} in
 * {@code workbench/system/src/main/capture} records them again.
 */
@NullMarked
package dev.spine.system.capture;

import org.jspecify.annotations.NullMarked;
