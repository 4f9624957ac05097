/**
 * {@code spine run} and the commands that work with a running system: {@code status}, {@code top}, {@code reload}, {@code stop}.
 * docs/running.md is their manual.
 *
 * <p>{@link RunCommand} binds the control socket, builds the system and gives both to {@code SystemRun}, which boots, loads, serves and
 * ends; its parts are those of a {@code RunComponent}. Requests arrive at {@code RunService} with the user that the operating system
 * names; {@code OwnerRegistry} gives each user the number by which runtimes know him, {@code CardRuntime} lets several threads use one
 * runtime, and the runtime itself refuses what is not the owner's. {@code TiedExtensions} knows what ends with which connection, {@code
 * FileExtensions} what the file asks for.
 */
@NullMarked
package dev.spine.command.run;

import org.jspecify.annotations.NullMarked;
