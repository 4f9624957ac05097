package dev.spine.extension.runtime.verify;

import java.lang.classfile.constantpool.ClassEntry;
import java.lang.classfile.constantpool.FieldRefEntry;
import java.lang.classfile.constantpool.MemberRefEntry;
import java.lang.classfile.constantpool.PoolEntry;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/** The rules about names: what a class refers to is in the image or on the list. Keeps what the image links to. */
final class References {
    private final ImageClasses image;
    private final Findings findings;
    private final SortedMap<String, SortedSet<String>> links = new TreeMap<>();
    /** Entries of constant pools without a finding: code and pool name each of them many times, and each is verified once. */
    private final Set<PoolEntry> sound = Collections.newSetFromMap(new IdentityHashMap<>());

    References(ImageClasses image, Findings findings) {
        this.image = image;
        this.findings = findings;
    }

    SortedMap<String, SortedSet<String>> links() {
        return links;
    }

    private void link(String owner, String member) {
        SortedSet<String> members = links.computeIfAbsent(Library.authorsName(owner).replace('/', '.'), name -> new TreeSet<>());
        if (!member.isEmpty()) {
            members.add(Library.inAuthorsWords(member.replace(Library.PACKAGE, Library.PACKAGE.replace('/', '.'))));
        }
    }

    /** A class of the constant pool, which may be an array. */
    void type(ClassEntry entry, Site site) {
        unlessSound(entry, () -> examine(entry, site));
    }

    /** Verifies an entry of the constant pool once, unless something was found: then each place that names it is found. */
    private void unlessSound(PoolEntry entry, Runnable verification) {
        if (sound.contains(entry)) {
            return;
        }
        int before = findings.count();
        verification.run();
        if (findings.count() == before) {
            sound.add(entry);
        }
    }

    private void examine(ClassEntry entry, Site site) {
        type(Descriptors.element(entry.asInternalName()), site);
        if (Descriptors.dimensions(entry.asInternalName()) > Limits.ARRAY_DIMENSIONS.most()) {
            findings.add(Rule.LIMIT, site, "an array of more than " + Limits.ARRAY_DIMENSIONS.most() + " dimensions");
        }
    }

    private void type(String name, Site site) {
        if (name.isEmpty() || image.has(name)) {
            return;
        }
        if (!image.allowed().type(name)) {
            findings.add(Rule.TYPE, site, "type " + name.replace('/', '.'));
        } else {
            link(name, "");
        }
    }

    /** Every class in a descriptor. */
    void descriptor(String descriptor, Site site) {
        for (String name : Descriptors.classes(descriptor)) {
            type(name, site);
        }
    }

    /** A field or method, whether an instruction or only the constant pool names it. */
    void member(MemberRefEntry entry, Site site) {
        unlessSound(entry, () -> examine(entry, site));
    }

    private void examine(MemberRefEntry entry, Site site) {
        String owner = entry.owner().asInternalName();
        String name = entry.name().stringValue();
        String descriptor = entry.type().stringValue();
        if (!image.isKnown(Descriptors.element(owner)) && !Descriptors.element(owner).isEmpty()) {
            findings.add(entry instanceof FieldRefEntry ? Rule.FIELD : Rule.CALL, site, words(owner, name));
            return;
        }
        if (entry instanceof FieldRefEntry) {
            field(owner, name, descriptor, site);
        } else {
            method(owner, name, descriptor, site);
        }
    }

    private void field(String owner, String name, String descriptor, Site site) {
        descriptor(descriptor, site);
        if (image.ownField(owner, name, descriptor)) {
            return;
        }
        if (image.externalField(owner, name, descriptor)) {
            link(owner, name);
        } else {
            findings.add(Rule.FIELD, site, "field " + words(owner, name));
        }
    }

    private void method(String owner, String name, String descriptor, Site site) {
        if (owner.startsWith("[")) {
            // What arrays have of Object would be their identity; javac names Object for it.
            if (!"clone".equals(name)) {
                findings.add(Rule.CALL, site, "calling " + words(owner, name));
            }
            return;
        }
        if (image.has(owner) && image.ownMethod(owner, name, descriptor)) {
            descriptor(descriptor, site);
            return;
        }
        AllowedMember external = image.external(owner, name, descriptor);
        if (external == null) {
            findings.add(Rule.CALL, site, "calling " + words(owner, name) + descriptor.replace('/', '.'));
        } else {
            link(external.owner(), name + descriptor);
        }
    }

    private static String words(String owner, String name) {
        return owner.replace('/', '.') + '.' + name;
    }
}
