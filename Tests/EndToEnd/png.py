"""Pictures as PNG has them, read and written with Python alone."""

import struct
import zlib

SIGNATURE = b"\x89PNG\r\n\x1a\n"
# How many bytes a pixel has, by the type of its colour: RGB, and RGB with alpha.
CHANNELS = {2: 3, 6: 4}


def read(data):
    """The width, the rows of bytes and the bytes of a pixel of a picture with 8 bits a channel."""
    assert data.startswith(SIGNATURE), data[:8]
    chunks, at = {}, len(SIGNATURE)
    while at < len(data):
        length, kind = struct.unpack(">I4s", data[at:at + 8])
        chunks[kind] = chunks.get(kind, b"") + data[at + 8:at + 8 + length]
        at += 12 + length
    width, height, bits, color, *_, interlaced = struct.unpack(">IIBBBBB", chunks[b"IHDR"])
    assert bits == 8 and not interlaced, (bits, interlaced)
    step = CHANNELS[color]
    raw, size = zlib.decompress(chunks[b"IDAT"]), width * step
    rows, above = [], bytes(size)
    for start in range(0, height * (size + 1), size + 1):
        above = unfiltered(raw[start], raw[start + 1:start + 1 + size], above, step)
        rows.append(above)
    return width, rows, step


def size(data):
    """The width and the height of a picture."""
    return struct.unpack(">II", data[16:24])


def unfiltered(kind, row, above, step):
    """A row without the filter it was packed with."""
    if kind == 0:
        return row
    if kind == 2:
        return bytes((one + other) & 255 for one, other in zip(row, above))
    row = bytearray(row)
    for index, byte in enumerate(row):
        left = row[index - step] if index >= step else 0
        if kind == 1:
            guess = left
        elif kind == 3:
            guess = (left + above[index]) // 2
        else:
            corner = above[index - step] if index >= step else 0
            guess = paeth(left, above[index], corner)
        row[index] = (byte + guess) & 255
    return bytes(row)


def paeth(left, up, corner):
    guess = left + up - corner
    byLeft, byUp, byCorner = abs(guess - left), abs(guess - up), abs(guess - corner)
    if byLeft <= byUp and byLeft <= byCorner:
        return left
    return up if byUp <= byCorner else corner


def downscaled(data, block):
    """The mean of each channel in each square of so many pixels, as rows of triples."""
    width, rows, step = read(data)
    found = []
    for top in range(0, len(rows) - block + 1, block):
        band = rows[top:top + block]
        sums = [sum(column) for column in zip(*band)]
        found.append([
            tuple(sum(sums[left * step + channel:(left + block) * step:step]) / block ** 2
                  for channel in range(3))
            for left in range(0, width - block + 1, block)])
    return found


def packed(data):
    """The same picture in fewer bytes: without alpha, and each row as it packs well."""
    width, rows, step = read(data)
    above, lines = bytes(3 * width), []
    for row in rows:
        if step == 4:
            colors = bytearray(3 * width)
            for channel in range(3):
                colors[channel::3] = row[channel::4]
            row = bytes(colors)
        # What is the same as above is nothing; flat ground packs well as it is.
        up = bytes((one - other) & 255 for one, other in zip(row, above))
        left = bytes(3) + row
        side = bytes((one - other) & 255 for one, other in zip(row, left))
        lines.append(min((b"\0" + row, b"\1" + side, b"\2" + up), key=cost))
        above = row
    packer = zlib.compressobj(9, zlib.DEFLATED, 15, 9)
    body = packer.compress(b"".join(lines)) + packer.flush()
    head = struct.pack(">IIBBBBB", width, len(rows), 8, 2, 0, 0, 0)
    return SIGNATURE + b"".join(
        chunk(kind, part) for kind, part in ((b"IHDR", head), (b"IDAT", body), (b"IEND", b"")))


def cost(line):
    """The sum of what differs from nothing, either way: the less, the better it packs."""
    return sum(min(byte, 256 - byte) for byte in line[1:])


def chunk(kind, data):
    return (struct.pack(">I", len(data)) + kind + data
            + struct.pack(">I", zlib.crc32(kind + data)))
