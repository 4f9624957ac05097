package dev.spine.extension.ardma.server;

import dev.spine.extension.ardma.compiled.CompiledForm;

/**
 * The compiled form of a routine.
 *
 * @param form what is called
 * @param version of its service
 * @param areas a bit for each area that it uses
 * @param isChecked whether it counts its steps, and looks at what it may reach
 */
record LinkedForm(CompiledForm form, int version, int areas, boolean isChecked) {
}
