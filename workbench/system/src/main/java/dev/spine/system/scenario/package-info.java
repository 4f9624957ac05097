/**
 * What runs on the modelled engine under somebody's eyes: a system and a program, which is a task of its host. As nothing comes from
 * outside, a run can be executed again up to any of its events. Used by traces, timelines and the debugger.
 */
@NullMarked
package dev.spine.system.scenario;

import org.jspecify.annotations.NullMarked;
